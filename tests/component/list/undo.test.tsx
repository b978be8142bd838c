import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, buildSize, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import {
  storeDefaultsRecord,
  emptyPage,
  createStorePlatform,
  buildStore,
} from '#tests/support/servers/storePlatform.ts'

const getNotifications = () => within(screen.getByRole('region', { name: 'Notifications' }))
// Waits because messages move into and out of open dialogs.
const findUndoButton = (name: string) =>
  screen.findByRole('button', { name: `Undo the change to ${name}` }, { timeout: 10_000 })

describe('Undo of an edit', () => {
  async function editSize() {
    const platform = createMemoryPlatform([buildSize(1, 'Small', 'S'), buildSize(2, 'Large', 'L')])
    const view = await renderConsole('/sizes?search=l&edit=1', { platform })
    const panel = within(await screen.findByRole('dialog'))
    await view.user.clear(panel.getByLabelText('Name'))
    await view.user.type(panel.getByLabelText('Name'), 'Slim')
    await view.user.click(panel.getByRole('button', { name: 'Save' }))
    const button = await findUndoButton('Slim')
    platform.requests.length = 0
    return { ...view, button }
  }

  test('names the record and links to it', async () => {
    const { user, address } = await editSize()
    await user.click(getNotifications().getByRole('link', { name: 'Slim' }))
    await waitFor(() => expect(address()).toBe('/sizes?edit=1'))
  })

  test('reverts it on its own version and focuses the row', async () => {
    const { user, platform, button } = await editSize()
    await user.click(button)
    expect(await getNotifications().findByText('Undid the change to')).toHaveTextContent(
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
    expect(getNotifications().queryByRole('button', { name: /^Undo/ })).toBeNull()
    const table = within(screen.getByRole('table'))
    const row = await table.findByRole('link', { name: 'Small' })
    expect(row).toBeVisible()
    await waitFor(() => expect(row).toHaveFocus())
  })

  test('does nothing if someone changed the record since, and says who and when', async () => {
    const { user, platform, button } = await editSize()
    platform.replies.set('PATCH /sizes/1', {
      status: 409,
      body: {
        status: 409,
        code: 'conflict',
        title: 'Changed',
        current: { ...buildSize(1, 'Slimmer', 'S'), ...stamp, version: 3 },
      },
    })
    await user.click(button)
    expect(
      await getNotifications().findByText(
        /^Nothing was undone, because other@example.com changed on 03\/09\/2025 04:05 PM\./,
      ),
    ).toBeVisible()
  })

  test.each([
    [403, 'forbidden', "You don't have permission to do this."],
    [503, 'unreachable', "The platform isn't responding. Try again in a moment."],
  ])('explains a rejection with status %i', async (status, code, reason) => {
    const { user, platform, button } = await editSize()
    platform.replies.set('PATCH /sizes/1', { status, body: { status, code, title: 'No' } })
    await user.click(button)
    const failure = await getNotifications().findByText(/^We couldn't undo the change to/)
    expect(failure).toHaveTextContent(`We couldn't undo the change to Slim. ${reason}`)
  })
})

test('a change of status is undone by its own call', async () => {
  const platform = createStorePlatform()
  const suspended = buildStore({ status: 'suspended', version: 2 })
  platform.replies.set('POST /stores/5/status', { status: 200, body: suspended })
  platform.replies.set('DELETE /stores/5/status', { status: 200, body: buildStore() })
  const { user } = await renderConsole('/stores/5?change=suspend', { platform })
  const panel = within(await screen.findByRole('dialog'))
  await user.type(panel.getByLabelText('Reason'), 'Unpaid')
  await user.click(panel.getByRole('button', { name: 'Suspend' }))
  await user.click(await findUndoButton('Acme Rewards'))
  expect(await getNotifications().findByText('Undid the change to')).toBeVisible()
  expect(platform.writes().at(-1)).toMatchObject({
    method: 'DELETE',
    path: '/stores/5/status',
    ifMatch: 2,
  })
})

test('a change of platform defaults is undone without another confirmation', async () => {
  const platform = createStorePlatform()
  platform.replies.set('GET /stores', { status: 200, body: { data: [], page: emptyPage } })
  const impact = { reaches: 143, own: 12, worse: [], token: 'told' }
  platform.replies.set('PATCH /storeDefaults/1', ({ search, ifMatch, body }) =>
    search?.get('reach') === 'told'
      ? {
          status: 200,
          body: { ...storeDefaultsRecord, ...Object(body), version: Number(ifMatch) + 1 },
        }
      : {
          status: 409,
          body: { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact },
        },
  )
  const { user } = await renderConsole('/stores?defaults', { platform })
  const panel = within(await screen.findByRole('dialog'))
  await user.type(panel.getByLabelText('Support email'), 'x')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await panel.findByText('This affects 143 stores.', { exact: false })
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await user.click(await findUndoButton('platform defaults'))
  expect(await getNotifications().findByText('Undid the change to')).toBeVisible()
  const [first, second] = platform.writes().slice(-2)
  expect(first).toMatchObject({ body: { supportEmail: 'help@example.com' }, ifMatch: 2 })
  expect(second).toMatchObject({ body: { supportEmail: 'help@example.com' }, ifMatch: 2 })
  expect(second?.search?.get('reach')).toBe('told')
})

test('a created record is named and linked, without Undo', async () => {
  const { user } = await renderConsole('/sizes?create', { platform: createMemoryPlatform() })
  const panel = within(await screen.findByRole('dialog'))
  await user.type(panel.getByLabelText('Name'), 'Wide')
  await user.type(panel.getByLabelText('Code'), 'W')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(getNotifications().getByText('Created')).toBeVisible(), {
    timeout: 10_000,
  })
  expect(getNotifications().getByRole('link', { name: 'Wide' })).toHaveAttribute(
    'href',
    '/sizes?edit=1',
  )
  expect(getNotifications().queryByRole('button', { name: /^Undo/ })).toBeNull()
})
