import { expect, onTestFinished, test } from 'vitest'
import { finishNewRecordTab } from '#client/runtime/finishNewRecordTab.ts'
import { buildNewRecordTabName } from '#client/runtime/newRecordTab.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'

/**
 * Simulates a tab opened by a form; returns the messages to that form and whether the tab closed.
 */
function simulateOpenedTab(resource: string) {
  const messages: unknown[] = []
  let isClosed = false
  const { close } = window
  window.name = buildNewRecordTabName(resource, 'field-organisationId')
  window.close = () => void (isClosed = true)
  Object.defineProperty(window, 'opener', {
    configurable: true,
    value: { postMessage: (message: unknown) => messages.push(message) },
  })
  onTestFinished(() => {
    window.name = ''
    window.close = close
    Object.defineProperty(window, 'opener', { configurable: true, value: null })
  })
  return { messages, isClosed: () => isClosed }
}

const created: FlashMessage = {
  notice: 'created',
  of: { resource: 'organisations', id: 7, name: 'Zenith Mills', to: '/stores?organisations' },
}

test('the tab reports its new record to the form and closes', () => {
  const tab = simulateOpenedTab('organisations')
  finishNewRecordTab('/stores?organisations', created)
  expect(tab.messages).toEqual([
    { newRecord: { resource: 'organisations', id: 7, label: 'Zenith Mills' } },
  ])
  expect(tab.isClosed()).toBe(true)
})

test.each([
  ['another record is created next', '/stores?organisations&create'],
  ['the record is tested next', '/smtpSettings?test=7'],
])('the tab stays open if %s', (_, to) => {
  const tab = simulateOpenedTab('organisations')
  finishNewRecordTab(to, created)
  expect(tab.messages).toHaveLength(1)
  expect(tab.isClosed()).toBe(false)
})

test('records of other kinds and other tabs report nothing', () => {
  const tab = simulateOpenedTab('themes')
  finishNewRecordTab('/stores?organisations', created)
  window.name = ''
  finishNewRecordTab('/stores?organisations', created)
  expect([tab.messages, tab.isClosed()]).toEqual([[], false])
})
