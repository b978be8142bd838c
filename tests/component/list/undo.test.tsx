import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform, sizeRecord, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import {
  defaultsRecord,
  noPage,
  storePlatform,
  storeRecord,
} from '#tests/support/servers/storePlatform.ts'

const message = () => within(screen.getByRole('region', { name: 'Notifications' }))
// Messages move to what is open over the page, and back.
const undo = (name: string) =>
  screen.findByRole('button', { name: `Undo the change to ${name}` }, { timeout: 10_000 })

describe('an edit', () => {
  async function edited() {
    const platform = memoryPlatform([sizeRecord(1, 'Small', 'S'), sizeRecord(2, 'Large', 'L')])
    const shown = await renderConsole('/sizes?search=l&edit=1', { platform })
    const panel = within(await screen.findByRole('dialog'))
    await shown.user.clear(panel.getByLabelText('Name'))
    await shown.user.type(panel.getByLabelText('Name'), 'Slim')
    await shown.user.click(panel.getByRole('button', { name: 'Save' }))
    const button = await undo('Slim')
    platform.requests.length = 0
    return { ...shown, button }
  }

  test('names the record and leads to it', async () => {
    const { user, address } = await edited()
    await user.click(message().getByRole('link', { name: 'Slim' }))
    await waitFor(() => expect(address()).toBe('/sizes?edit=1'))
  })

  test('is put back with the version it made, and the page shows it, with the focus at its row', async () => {
    const { user, platform, button } = await edited()
    await user.click(button)
    expect(await message().findByText('Undid the change to')).toHaveTextContent(
      'Undid the change to Small',
    )
    expect(platform.writes()).toMatchObject([
      {
        method: 'PATCH',
        path: '/sizes/1',
        ifMatch: 2,
        idempotencyKey: 'undo-/sizes/1-1-2',
        body: { name: 'Small' },
      },
    ])
    expect(message().queryByRole('button', { name: /^Undo/ })).toBeNull()
    const table = within(screen.getByRole('table'))
    const row = await table.findByRole('link', { name: 'Small' })
    expect(row).toBeVisible()
    await waitFor(() => expect(row).toHaveFocus())
  })

  test('is not when someone changed it since: who, and when, is said', async () => {
    const { user, platform, button } = await edited()
    platform.replies.set('PATCH /sizes/1', {
      status: 409,
      body: {
        status: 409,
        code: 'conflict',
        title: 'Changed',
        current: { ...sizeRecord(1, 'Slimmer', 'S'), ...stamp, version: 3 },
      },
    })
    await user.click(button)
    expect(
      await message().findByText(
        /^Nothing was undone, because other@example.com changed on 03\/09\/2025 04:05 PM\./,
      ),
    ).toBeVisible()
  })

  test.each([
    [403, 'forbidden', "You don't have permission to do this."],
    [503, 'unreachable', "The platform isn't responding. Try again in a moment."],
  ])('that is refused with %i says why', async (status, code, why) => {
    const { user, platform, button } = await edited()
    platform.replies.set('PATCH /sizes/1', { status, body: { status, code, title: 'No' } })
    await user.click(button)
    const said = await message().findByText(/^We couldn't undo the change to/)
    expect(said).toHaveTextContent(`We couldn't undo the change to Slim. ${why}`)
  })
})

test('a change of status is put back by the call for it', async () => {
  const platform = storePlatform()
  const left = storeRecord({ status: 'suspended', version: 2 })
  platform.replies.set('POST /stores/5/status', { status: 200, body: left })
  platform.replies.set('DELETE /stores/5/status', { status: 200, body: storeRecord() })
  const { user } = await renderConsole('/stores/5?change=suspend', { platform })
  const panel = within(await screen.findByRole('dialog'))
  await user.type(panel.getByLabelText('Reason'), 'Unpaid')
  await user.click(panel.getByRole('button', { name: 'Suspend' }))
  await user.click(await undo('Acme Rewards'))
  expect(await message().findByText('Undid the change to')).toBeVisible()
  expect(platform.writes().at(-1)).toMatchObject({
    method: 'DELETE',
    path: '/stores/5/status',
    ifMatch: 2,
  })
})

test('platform defaults are put back without asking again how far that reaches', async () => {
  const platform = storePlatform()
  platform.replies.set('GET /stores', { status: 200, body: { data: [], page: noPage } })
  const told = { reaches: 143, own: 12, worse: [], token: 'told' }
  platform.replies.set('PATCH /storeDefaults/1', ({ search, ifMatch, body }) =>
    search?.get('reach') === 'told'
      ? { status: 200, body: { ...defaultsRecord, ...Object(body), version: Number(ifMatch) + 1 } }
      : {
          status: 409,
          body: { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: told },
        },
  )
  const { user } = await renderConsole('/stores?defaults', { platform })
  const panel = within(await screen.findByRole('dialog'))
  await user.type(panel.getByLabelText('Support email'), 'x')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await user.click(await panel.findByRole('button', { name: 'Change 143 stores' }))
  await user.click(await undo('platform defaults'))
  expect(await message().findByText('Undid the change to')).toBeVisible()
  const [first, second] = platform.writes().slice(-2)
  expect(first).toMatchObject({ body: { supportEmail: 'help@example.com' }, ifMatch: 2 })
  expect(second).toMatchObject({ body: { supportEmail: 'help@example.com' }, ifMatch: 2 })
  expect(second?.search?.get('reach')).toBe('told')
})

test('what is created is named and linked, without Undo', async () => {
  const { user } = await renderConsole('/sizes?create', { platform: memoryPlatform() })
  const panel = within(await screen.findByRole('dialog'))
  await user.type(panel.getByLabelText('Name'), 'Wide')
  await user.type(panel.getByLabelText('Code'), 'W')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(message().getByText('Created')).toBeVisible(), { timeout: 10_000 })
  expect(message().getByRole('link', { name: 'Wide' })).toHaveAttribute('href', '/sizes?edit=1')
  expect(message().queryByRole('button', { name: /^Undo/ })).toBeNull()
})
