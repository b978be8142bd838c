import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const buildEntry = (id: number, event: string, overrides: object = {}) => ({
  id,
  event: `sizes.${event}`,
  time: `2026-03-0${id}T09:30:00.000Z`,
  actor: 'bo@example.com',
  before: {},
  after: {},
  hidden: [],
  ...overrides,
})

const defaultEntries = [
  buildEntry(4, 'updated', {
    before: { group: 'youth' },
    after: { group: 'adult' },
    reason: 'It was asked for',
  }),
  buildEntry(3, 'updated', { before: { code: 'LL' }, after: { code: 'L' } }),
  buildEntry(2, 'updated', { before: {}, after: {}, hidden: ['podSize'] }),
  buildEntry(1, 'created', { after: { name: 'Large' } }),
]

async function openHistory(search = 'edit=2&history', data: object[] = defaultEntries) {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S'), buildSize(2, 'Large', 'L')])
  platform.replies.set('GET /sizes/2/history', {
    status: 200,
    body: {
      data,
      page: { next: 'further', previous: null, total: 5, totalIsCapped: false },
    },
  })
  const view = await renderConsole(`/sizes?${search}`, { platform })
  const panel = within(await screen.findByRole('dialog', { name: 'Large, size' }))
  return { ...view, platform, panel }
}

describe('screens.md, "Every form": the history of a record', () => {
  test('shows who changed what and when, with both values of each field', async () => {
    const { panel } = await openHistory()
    const [latest, , secret, first] = panel.getAllByRole('listitem')
    expect(latest).toHaveTextContent('Changed 03/04/2026 09:30 AM, by bo@example.com')
    expect(latest).toHaveTextContent('Reason: It was asked for')
    expect(latest).toHaveTextContent('GroupYouth → Adult')
    expect(secret).toHaveTextContent('Print-on-demand sizechanged')
    expect(first).toHaveTextContent('Created 03/01/2026 09:30 AM, by bo@example.com')
    const createdNote = panel.getByText(/^Created by /)
    expect(createdNote).toBeVisible()
    // A `<time>` element shows its time zone in a tooltip.
    expect(createdNote.querySelectorAll('time[datetime]')).toHaveLength(1)
    expect(panel.getByRole('link', { name: 'Older changes' })).toHaveAttribute(
      'href',
      '/sizes?edit=2&history&older=further',
    )
    // A secret change has no values to restore, and a created record is deleted instead.
    expect(panel.getAllByRole('button', { name: /^Undo the change/ })).toHaveLength(2)
  })

  test('opens from the form, moves through the list, and returns to the form', async () => {
    const { panel, user, address, platform } = await openHistory('edit=2')
    expect(platform.requests.filter(({ path }) => path.endsWith('/history'))).toEqual([])
    await user.click(panel.getByRole('link', { name: 'History' }))
    await screen.findByText(/^Created by /)
    expect(address()).toBe('/sizes?edit=2&history')
    expect(screen.getByRole('link', { name: 'Previous: Small' })).toHaveAttribute(
      'href',
      '/sizes?edit=1&history',
    )
    await user.click(screen.getByRole('link', { name: 'Back to the form' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Large'))
    expect(address()).toBe('/sizes?edit=2')
  })

  test('Undo reverts one change on the current version and stays in the history', async () => {
    const { panel, user, address, platform } = await openHistory()
    await user.click(
      panel.getByRole('button', { name: 'Undo the change from 03/04/2026 09:30 AM' }),
    )
    await screen.findByText(/^Undid the change to/)
    expect(screen.getByRole('button', { name: 'Undo the change to Large' })).toBeVisible()
    expect(address()).toBe('/sizes?edit=2&history')
    expect(platform.writes()).toMatchObject([
      { method: 'PATCH', path: '/sizes/2', ifMatch: 1, body: { group: 'youth' } },
    ])
  })

  test('a change whose value has changed since has no Undo', async () => {
    const buildGroupEntry = (id: number, before: string, after: string) =>
      buildEntry(id, 'updated', { before: { group: before }, after: { group: after } })
    const { panel } = await openHistory('edit=2&history', [
      buildGroupEntry(5, 'youth', 'adult'),
      // The group is "adult" again, but not because of this change.
      buildGroupEntry(4, 'kids', 'adult'),
      buildEntry(3, 'updated', { before: { code: 'LL' }, after: { code: 'XL' } }),
    ])
    const [undoButton, ...others] = panel.getAllByRole('button', { name: /^Undo the change/ })
    expect(undoButton).toHaveAccessibleName('Undo the change from 03/05/2026 09:30 AM')
    expect(others).toEqual([])
  })

  test('a change made in the meantime blocks Undo, and the message says who made it', async () => {
    const { panel, user, platform } = await openHistory()
    const changedSize = buildSize(2, 'Large', 'XXL')
    platform.replies.set('GET /sizes/2', { status: 200, body: changedSize })
    await user.click(
      panel.getByRole('button', { name: 'Undo the change from 03/03/2026 09:30 AM' }),
    )
    expect(await panel.findByRole('alert')).toHaveTextContent(
      / changed Code again on .+ Nothing was undone\.$/,
    )
    expect(platform.writes()).toEqual([])
  })
})
