import { expect, onTestFinished, test } from 'vitest'
import { buildTabName, reportNewRecord } from '#client/runtime/newRecordTab.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'

/** A tab that a form opened; answers what it sends to that form, and whether it was closed. */
function openedTab(resource: string) {
  const sent: unknown[] = []
  let isClosed = false
  const { close } = window
  window.name = buildTabName(resource, 'field-organisationId')
  window.close = () => void (isClosed = true)
  Object.defineProperty(window, 'opener', {
    configurable: true,
    value: { postMessage: (message: unknown) => sent.push(message) },
  })
  onTestFinished(() => {
    window.name = ''
    window.close = close
    Object.defineProperty(window, 'opener', { configurable: true, value: null })
  })
  return { sent, isClosed: () => isClosed }
}

const created: FlashMessage = {
  notice: 'created',
  of: { resource: 'organisations', id: 7, name: 'Zenith Mills', to: '/stores?organisations' },
}

test('the tab of a new record tells the form what it created, and closes', () => {
  const tab = openedTab('organisations')
  reportNewRecord('/stores?organisations', created)
  expect(tab.sent).toEqual([
    { newRecord: { resource: 'organisations', id: 7, label: 'Zenith Mills' } },
  ])
  expect(tab.isClosed()).toBe(true)
})

test.each([
  ['another one is created', '/stores?organisations&create'],
  ['the record goes on to its test', '/smtpSettings?test=7'],
])('the tab stays open where %s', (_, to) => {
  const tab = openedTab('organisations')
  reportNewRecord(to, created)
  expect(tab.sent).toHaveLength(1)
  expect(tab.isClosed()).toBe(false)
})

test('records of other kinds, and other tabs, tell nothing', () => {
  const tab = openedTab('themes')
  reportNewRecord('/stores?organisations', created)
  window.name = ''
  reportNewRecord('/stores?organisations', created)
  expect([tab.sent, tab.isClosed()]).toEqual([[], false])
})
