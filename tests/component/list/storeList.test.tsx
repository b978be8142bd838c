import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const page = { next: null, previous: null, total: 1, totalIsCapped: false }
const sticker = { ...stamp, id: 1, name: 'Sale', text: 'Sale', storeIds: [9], status: 'live' }
const store = {
  id: 9,
  name: 'Torino',
  code: 'torino',
  status: 'active',
  organisation: 'North',
  pair: null,
}

async function open(address: string, permissions: string[]) {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /stickers', { status: 200, body: { data: [sticker], page } })
  platform.replies.set('GET /stickers/1', { status: 200, body: sticker })
  platform.replies.set('GET /stickers/1/stores', {
    status: 200,
    body: { data: [store], page, isForAll: false, total: 1 },
  })
  const facts = { enforcePermissions: true }
  const view = await renderConsole(address, { platform, permissions, facts })
  return { ...view, panel: () => within(screen.getByRole('dialog')) }
}

describe('The stores of a record', () => {
  const { permission } = stickers
  const readKeys = [permission, `${permission}:read`]

  test("are read-only for operators who can't edit the record", async () => {
    const { user, panel } = await open('/stickers?record=1', readKeys)
    await user.click(await panel().findByRole('link', { name: 'Stores' }))
    expect(await screen.findByText('Torino')).toBeVisible()
    expect(panel().getByText('torino · North · Active')).toBeVisible()
    expect(panel().getByRole('searchbox', { name: 'Search stores' })).toBeVisible()
    expect(panel().queryByRole('button', { name: /^(Remove|Add)/ })).toBeNull()
    expect(panel().queryByRole('link', { name: /^Assign/ })).toBeNull()
  })

  test('can be removed, added, and assigned by operators who can edit the record', async () => {
    const { panel } = await open('/stickers?stores=1', [...readKeys, `${permission}:write`])
    expect(await panel().findByRole('button', { name: 'Remove Torino' })).toBeVisible()
    expect(panel().getByRole('button', { name: 'Add store' })).toBeVisible()
    expect(panel().getByRole('link', { name: 'Assign to stores...' })).toBeVisible()
  })

  test('have no assign form for read-only operators', async () => {
    const { panel } = await open('/stickers?stores=1&assign=1', readKeys)
    expect(await panel().findByText('Torino')).toBeVisible()
    expect(panel().queryByLabelText('Store codes')).toBeNull()
  })
})
