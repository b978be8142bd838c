import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const uses = [{ kind: 'product', count: 12, examples: ['Shirt', 'Hoodie'] }]

function createPlatformWithTwoSizes() {
  const platform = createMemoryPlatform([
    buildSize(1, 'Large', 'L'),
    buildSize(2, 'Large again', 'LG', { version: 3 }),
  ])
  platform.replies.set('GET /sizes/2/uses', { status: 200, body: { data: uses } })
  platform.replies.set('POST /sizes/2/merge', { status: 202, body: { id: 9 } })
  const rows = { waiting: 13, done: 0, unchanged: 0, refused: 0, failed: 0, total: 13 }
  const job = {
    id: 9,
    kind: 'sizes.merge',
    title: 'Merge Large again into Large',
    status: 'running',
    sentence: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    endedAt: null,
    rows,
  }
  platform.replies.set('GET /jobs/9', { status: 200, body: job })
  return platform
}

async function open(search: string, platform = createPlatformWithTwoSizes()) {
  const view = await renderConsole(`/sizes${search}`, { platform })
  const panel = within(await screen.findByRole('dialog'))
  return { ...view, platform, panel }
}

describe('Merging two records', () => {
  test('is offered beside the form and when deleting is blocked', async () => {
    const { panel, user, address } = await open('?edit=2')
    expect(panel.getByRole('link', { name: 'Merge' })).toHaveAttribute('href', '/sizes?merge=2')
    await user.click(panel.getByRole('link', { name: 'Close panel' }))
    await user.click(screen.getByRole('link', { name: 'Delete Large again' }))
    await user.click(await screen.findByRole('link', { name: /^Merge instead/ }))
    await waitFor(() => expect(address()).toBe('/sizes?merge=2'))
  })

  test('shows the uses and merges the version that was shown', async () => {
    const { panel, user, platform, address } = await open('?merge=2&into=1')
    expect(panel.getByText('12 products, including Shirt, Hoodie')).toBeVisible()
    expect(panel.getByLabelText(/^Merge into/)).toHaveValue('Large')
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText(/Merge Large again into Large/)).toBeVisible()
    expect(address()).toBe('/sizes')
    expect(platform.writes()).toMatchObject([
      { method: 'POST', path: '/sizes/2/merge', body: { into: 1 }, ifMatch: 3 },
    ])
  })

  test('returns to the panel it came from, even when it is closed', async () => {
    const { panel, user, address } = await open('?merge=2&into=1&back=reorder')
    expect(panel.getByRole('link', { name: 'Close panel' })).toHaveAttribute(
      'href',
      '/sizes?reorder',
    )
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(address()).toBe('/sizes?reorder'))
  })

  test('requires the record to merge into', async () => {
    const { panel, user, platform } = await open('?merge=2')
    expect(panel.getByLabelText(/^Merge into/)).toHaveValue('')
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    expect(await panel.findByText('Merge into is a required field')).toBeVisible()
    expect(platform.writes()).toEqual([])
  })

  test("shows the platform's rejection at the field", async () => {
    const platform = createPlatformWithTwoSizes()
    const fields = { into: "Choose another size. A record can't be merged into itself." }
    const body = { status: 422, code: 'invalid', title: 'Not right', fields }
    platform.replies.set('POST /sizes/2/merge', { status: 422, body })
    const { panel, user } = await open('?merge=2&into=1', platform)
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    expect(await panel.findByText(fields.into)).toBeVisible()
    expect(panel.getByLabelText(/^Merge into/)).toHaveValue('Large')
  })

  test('says who changed the record, and continues with their version', async () => {
    const platform = createPlatformWithTwoSizes()
    const current = buildSize(2, 'Large again', 'LG', { version: 4 })
    const body = { status: 409, code: 'conflict', title: 'Changed', current }
    platform.replies.set('POST /sizes/2/merge', { status: 409, body })
    const { panel, user } = await open('?merge=2&into=1', platform)
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    expect(await panel.findByText(/other@example.com changed this/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(platform.writes().at(-1)).toMatchObject({ ifMatch: 4 }))
  })
})
