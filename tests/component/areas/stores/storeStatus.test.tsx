import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, createStorePlatform, buildStore } from '#tests/support/servers/storePlatform.ts'

const payment = { key: 'payment', ok: false, detail: 'Payment is not active.' }
const admin = { key: 'admin', ok: false, detail: "The store doesn't have an admin yet." }

/** The same panel opens from the list and from the page of the store. */
const places = [
  ['beside the list', (change: string) => `/stores?${change}=5`],
  ['on the page of the store', (change: string) => `/stores/5?tab=brand&change=${change}`],
] as const

describe.each(places)('A change of status %s', (_, buildUrl) => {
  async function open(change: string, more: object = {}, checks?: object[]) {
    const platform = createStorePlatform(more)
    platform.replies.set('GET /stores', {
      status: 200,
      body: { data: [buildStore(more)], page: emptyPage },
    })
    platform.replies.set('POST /stores/5/status', { status: 200, body: buildStore() })
    if (checks)
      platform.replies.set('GET /stores/5/readiness', {
        status: 200,
        body: { percent: 44, checks },
      })
    const view = await renderConsole(buildUrl(change), { platform })
    const panel = within(await screen.findByRole('dialog'))
    return { ...view, platform, panel }
  }
  const draft = { status: 'draft' }

  test('names the store and says what happens and how many members it affects', async () => {
    const { panel } = await open('suspend', { members: 1204 })
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Suspend Acme Rewards')
    expect(panel.getAllByRole('heading')).toHaveLength(1)
    expect(
      panel.getByText(
        "Members can't visit or order. Orders already placed are still processed. The store has 1,204 members.",
      ),
    ).toBeVisible()
  })

  test('a ready store opens to its members', async () => {
    const { panel } = await open('activate', draft)
    expect(panel.getByText('Members can visit and order.')).toBeVisible()
  })

  test("activation lists what members can't do, and proceeds anyway", async () => {
    const { user, panel, platform } = await open('activate', draft, [payment, admin])
    expect(panel.queryByText(/Members can visit and order/)).toBeNull()
    expect(panel.getByText('This store is 44% ready. If you open it to members now:')).toBeVisible()
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      "Members can't pay. Payment is not active.",
    ])
    await user.click(panel.getByRole('button', { name: 'Activate' }))
    await screen.findByText('Changed the status of')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(platform.writes()).toMatchObject([
      { path: '/stores/5/status', ifMatch: 1, body: { change: 'activate' } },
    ])
  })

  test('a store in test mode opens only after confirmation', async () => {
    const warning =
      'Members can pay only with test cards. Switch the payment setup to live mode before you accept real orders.'
    const tested = { key: 'payment', ok: true, detail: null, warning }
    const { user, panel, platform } = await open('activate', draft, [tested])
    expect(panel.getByText(warning)).toBeVisible()
    const worse = [{ what: warning, count: 0, examples: [] }]
    platform.replies.set('POST /stores/5/status', {
      status: 409,
      body: {
        status: 409,
        code: 'unconfirmed',
        title: 'No',
        reach: { token: 't0k3n', reaches: 1, own: 0, worse },
      },
    })
    await user.click(panel.getByRole('button', { name: 'Activate' }))
    const question = await screen.findByRole('alert')
    expect(question).toHaveTextContent('Open this store anyway?')
    expect(question).toHaveTextContent(warning)
    platform.replies.set('POST /stores/5/status', { status: 200, body: buildStore() })
    await user.click(screen.getByRole('button', { name: 'Activate anyway' }))
    await screen.findByText('Changed the status of')
    expect(platform.writes().at(-1)).toMatchObject({
      path: '/stores/5/status',
      body: { change: 'activate' },
    })
    expect(platform.writes().at(-1)?.search?.get('reach')).toBe('t0k3n')
  })

  test('ending maintenance shows the same warnings', async () => {
    const { panel } = await open('endMaintenance', { status: 'maintenance' }, [payment])
    expect(panel.getByText("Members can't pay.")).toBeVisible()
  })

  test('without readiness checks, nothing is promised', async () => {
    const platform = createStorePlatform(draft)
    platform.replies.set('GET /stores', { status: 200, body: { data: [], page: emptyPage } })
    platform.replies.set('GET /stores/5/readiness', { status: 503 })
    await renderConsole(buildUrl('activate'), { platform })
    const panel = within(await screen.findByRole('dialog'))
    expect(panel.getByRole('alert')).toHaveTextContent(/The console is busy/)
    expect(panel.queryByText(/Members can visit/)).toBeNull()
  })

  test('only a change that affects members has a red button', async () => {
    const { panel } = await open('archive')
    expect(panel.getByRole('button', { name: 'Archive' })).toHaveAttribute('data-danger')
    cleanup()
    const other = await open('startMaintenance')
    const start = other.panel.getByRole('button', { name: 'Start maintenance' })
    expect(start).not.toHaveAttribute('data-danger')
  })

  test('a change that requires no reason accepts one', async () => {
    const { user, panel, platform } = await open('startMaintenance')
    await user.type(panel.getByLabelText('Reason'), 'New shelves')
    await user.click(panel.getByRole('button', { name: 'Start maintenance' }))
    await waitFor(() =>
      expect(platform.writes()).toMatchObject([
        { body: { change: 'startMaintenance', reason: 'New shelves' } },
      ]),
    )
  })

  test('a suspension requires a reason', async () => {
    const { user, panel, platform } = await open('suspend')
    await user.click(panel.getByRole('button', { name: 'Suspend' }))
    const reason = await panel.findByLabelText('Reason')
    await waitFor(() => expect(reason).toBeInvalid())
    await waitFor(() => expect(reason).toHaveFocus())
    expect(platform.writes()).toEqual([])
    await user.type(reason, 'Unpaid')
    await user.click(panel.getByRole('button', { name: 'Suspend' }))
    await screen.findByText('Changed the status of')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(platform.writes()).toMatchObject([
      { path: '/stores/5/status', ifMatch: 1, body: { change: 'suspend', reason: 'Unpaid' } },
    ])
  })

  test('Escape closes the panel but asks before discarding a reason', async () => {
    const { user, panel, address } = await open('suspend')
    const panelUrl = address()
    await user.type(panel.getByLabelText('Reason'), 'Unpaid')
    await user.keyboard('{Escape}')
    const confirmation = await screen.findByRole('dialog', { name: /^Leave without saving/ })
    await user.click(within(confirmation).getByRole('button', { name: 'Stay' }))
    expect(address()).toBe(panelUrl)
    await user.clear(panel.getByLabelText('Reason'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    [{}, "This can't be done right now because the record has changed. Reload the page"],
    [{ detail: 'The store is archived.' }, /^The store is archived\.$/],
  ])('a change that the status no longer allows is rejected: %j', async (more, error) => {
    const { user, panel, platform } = await open('startMaintenance')
    platform.replies.set('POST /stores/5/status', {
      status: 409,
      body: { status: 409, code: 'wrong_state', title: 'No', ...more },
    })
    await user.click(panel.getByRole('button', { name: 'Start maintenance' }))
    expect(await panel.findByRole('alert')).toHaveTextContent(error)
  })
})

test('a store that will be deleted accepts no change of status', async () => {
  const platform = createStorePlatform({ status: 'archived', deleteAfter: '2025-04-08T16:05:00Z' })
  await renderConsole('/stores/5?change=activate', { platform })
  await screen.findByText(/^This store will be deleted/)
  expect(screen.queryByRole('dialog')).toBeNull()
})
