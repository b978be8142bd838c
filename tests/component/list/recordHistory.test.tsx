import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const entry = (id: number, event: string, sides: object = {}) => ({
  id,
  event: `sizes.${event}`,
  time: `2026-03-0${id}T09:30:00.000Z`,
  actor: 'bo@example.com',
  before: {},
  after: {},
  hidden: [],
  ...sides,
})

const usual = [
  entry(4, 'updated', {
    before: { group: 'youth' },
    after: { group: 'adult' },
    reason: 'It was asked for',
  }),
  entry(3, 'updated', { before: { code: 'LL' }, after: { code: 'L' } }),
  entry(2, 'updated', { before: {}, after: {}, hidden: ['podSize'] }),
  entry(1, 'created', { after: { name: 'Large' } }),
]

async function openHistory(search = 'edit=2&history', data: object[] = usual) {
  const platform = memoryPlatform([sizeRecord(1, 'Small', 'S'), sizeRecord(2, 'Large', 'L')])
  platform.replies.set('GET /sizes/2/history', {
    status: 200,
    body: {
      data,
      page: { next: 'further', previous: null, total: 5, totalIsCapped: false },
    },
  })
  const shown = await renderConsole(`/sizes?${search}`, { platform })
  const panel = within(await screen.findByRole('dialog', { name: 'Large, size' }))
  return { ...shown, platform, panel }
}

describe('screens.md, "Every form": the history of a record', () => {
  test('tells who, when, and each field before and after, in words', async () => {
    const { panel } = await openHistory()
    const [last, , secret, first] = panel.getAllByRole('listitem')
    expect(last).toHaveTextContent('Changed bo@example.com, 03/04/2026 09:30 AM')
    expect(last).toHaveTextContent('Reason: It was asked for')
    expect(last).toHaveTextContent('GroupYouth → Adult')
    expect(secret).toHaveTextContent('Print-on-demand sizechanged')
    expect(first).toHaveTextContent('Created bo@example.com, 03/01/2026 09:30 AM')
    const made = panel.getByText(/^Created by /)
    expect(made).toBeVisible()
    // What is a `<time>` tells its zone when pointed at.
    expect(made.querySelectorAll('time[datetime]')).toHaveLength(1)
    expect(panel.getByRole('link', { name: 'Older changes' })).toHaveAttribute(
      'href',
      '/sizes?edit=2&history&older=further',
    )
    // Nothing is known of what was secret, and what was created is deleted instead.
    expect(panel.getAllByRole('button', { name: /^Undo the change/ })).toHaveLength(2)
  })

  test('is opened from the form, leads on in the list, and back to the form', async () => {
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

  test('puts one change back, on the version as it is, and stays', async () => {
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

  test('what was changed again, or is otherwise by now, has no Undo', async () => {
    const group = (id: number, before: string, after: string) =>
      entry(id, 'updated', { before: { group: before }, after: { group: after } })
    const { panel } = await openHistory('edit=2&history', [
      group(5, 'youth', 'adult'),
      // The group is adult again, which this change did not make it.
      group(4, 'kids', 'adult'),
      entry(3, 'updated', { before: { code: 'LL' }, after: { code: 'XL' } }),
    ])
    const [offered, ...others] = panel.getAllByRole('button', { name: /^Undo the change/ })
    expect(offered).toHaveAccessibleName('Undo the change from 03/05/2026 09:30 AM')
    expect(others).toEqual([])
  })

  test('what someone changes at that moment is not put back, and it is said who did', async () => {
    const { panel, user, platform } = await openHistory()
    const changed = sizeRecord(2, 'Large', 'XXL')
    platform.replies.set('GET /sizes/2', { status: 200, body: changed })
    await user.click(
      panel.getByRole('button', { name: 'Undo the change from 03/03/2026 09:30 AM' }),
    )
    expect(await panel.findByRole('alert')).toHaveTextContent(
      / changed Code again on .+ Nothing was undone\.$/,
    )
    expect(platform.writes()).toEqual([])
  })
})
