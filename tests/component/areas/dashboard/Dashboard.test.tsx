import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

async function openDashboard(replies: Record<string, object> = {}) {
  const platform = createMemoryPlatform()
  for (const [call, body] of Object.entries(replies))
    platform.replies.set(`GET ${call}`, { status: 200, body })
  await renderConsole('/dashboard', { platform })
  await screen.findByRole('heading', { name: 'Recent changes' })
}

const getFigures = () =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])

const page = { next: null, previous: null, total: 10_000, totalIsCapped: true }

describe('spec.md section 3: the totals show the four lists', () => {
  test('each list shows its count', async () => {
    await openDashboard({
      '/catalogs': { data: [{}, {}] },
      '/categories': { data: [] },
      '/sizes': { data: [{}], page: { ...page, total: 1234, totalIsCapped: false } },
      '/members': { data: [{}], page },
    })
    expect(getFigures()).toEqual([
      ['Catalogs', '2'],
      ['Categories', '0'],
      ['Sizes', '1,234'],
      ['Members', '10,000+'],
    ])
    expect(screen.getByRole('link', { name: '1,234' })).toHaveAttribute('href', '/sizes')
    // The console has no screen of all members.
    expect(screen.queryByRole('link', { name: '10,000+' })).not.toBeInTheDocument()
  })

  test('section 7: a list that fails shows a dash without an alert', async () => {
    await openDashboard({ '/sizes': { data: [{}] } })
    expect(getFigures()).toEqual([
      ['Catalogs', '–'],
      ['Categories', '–'],
      ['Sizes', '1'],
      ['Members', '–'],
    ])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

test('an unknown or invalid parameter is reported with a link that removes it', async () => {
  const { user, address } = await renderConsole('/dashboard?range=banana&foo=1', {
    platform: createMemoryPlatform(),
  })
  const alert = screen
    .getAllByRole('alert')
    .find(({ textContent }) => textContent.includes('banana'))
  expect(alert).toHaveTextContent(
    'Range must be 7, 30, 90, or custom. We ignored "banana".' +
      'The parameter "foo" isn\'t supported by the dashboard. We ignored "1".',
  )
  expect(address()).toBe('/dashboard?range=banana&foo=1')
  await user.click(screen.getByRole('link', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText(/banana/)).not.toBeInTheDocument())
  expect(address()).toBe('/dashboard')
})

describe('Recent changes', () => {
  const section = () => within(screen.getByRole('region', { name: 'Recent changes' }))
  const change = { id: 1, time: '2025-03-09T16:05:00Z', actor: 'ann@example.com' }

  test('shows the time, action, record, and actor of a change', async () => {
    await openDashboard({
      '/audit': { data: [{ ...change, event: 'sizes.created', label: 'Large' }] },
    })
    const [item] = section().getAllByRole('listitem')
    expect(item).toHaveTextContent('03/09/2025 04:05 PM')
    expect(item).toHaveTextContent('Created size Large')
    expect(item).toHaveTextContent(/By ann@example\.com$/)
  })

  test('the platform is named System', async () => {
    const prepared = { ...change, event: 'platform.prepared', actor: 'platform' }
    await openDashboard({ '/audit': { data: [prepared] } })
    expect(section().getByRole('listitem')).toHaveTextContent(/Set up the platformBy System$/)
  })

  test("an incident's cause follows a colon, and System isn't named for what happened to it", async () => {
    const happened = { ...change, actor: 'platform' }
    const data = [
      { ...happened, event: 'incidents.opened', label: 'Adyen is returning errors' },
      { ...happened, id: 2, event: 'paymentSetups.degraded', label: 'Stripe' },
    ]
    await openDashboard({ '/audit': { data } })
    const items = section().getAllByRole('listitem')
    expect(items[0]).toHaveTextContent(/Opened incident: Adyen is returning errorsBy System$/)
    expect(items[1]).toHaveTextContent(/Payment setup Stripe stopped working$/)
  })

  test('links only to existing records that have a screen', async () => {
    const sizes = { ...change, event: 'sizes.changed', targetType: 'sizes', targetId: 3 }
    const data = [
      { ...sizes, label: 'Large' },
      { ...sizes, id: 2, event: 'stores.suspended', label: 'Acme', targetType: 'stores' },
      { ...sizes, id: 3, event: 'sizes.deleted', label: 'Gone' },
      { ...sizes, id: 4, label: 'Plan', targetType: 'constructor' },
      { ...sizes, id: 5, label: null },
      { ...sizes, id: 6, label: 'Elsewhere', targetId: 'a-uuid' },
    ]
    await openDashboard({ '/audit': { data } })
    const links = section().getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Large', '/sizes?edit=3'],
      ['Acme', '/stores/3'],
    ])
  })

  test('shows an empty state', async () => {
    await openDashboard({ '/audit': { data: [] } })
    expect(section().getByText('No changes yet')).toBeVisible()
  })

  test('an unreachable platform shows an error instead of the empty state', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /audit', { status: 502 })
    await renderConsole('/dashboard', { platform })
    expect(await screen.findByText(/^The platform isn't responding/)).toBeVisible()
    expect(section().getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('a platform without recent changes says so', async () => {
    await openDashboard()
    expect(section().getByText("This platform doesn't support recent changes.")).toBeVisible()
    expect(section().queryByRole('button')).toBeNull()
  })
})

describe('Needs attention', () => {
  const title = 'Mail fails at Acme'
  const item = {
    ...stamp,
    id: 5,
    title,
    state: 'open',
    kind: 'integration',
    detail: null,
    storeIds: [3],
    rank: 770,
    since: '2025-03-09T16:05:00Z',
    ownerId: null,
    fix: '/stores/3?tab=integrations',
  }
  const mine = { ownerId: 7, labels: { ownerId: 'me@example.com' } }
  const message = () => within(screen.getByRole('region', { name: 'Notifications' }))
  const section = () => within(screen.getByRole('region', { name: /^Needs attention/ }))

  /** Opens the dashboard with one alert; `replyWith` sets what a call changes about it. */
  async function open(overrides: object = {}, path = '/dashboard') {
    const platform = createMemoryPlatform()
    let alerts: object[] = [{ ...item, ...overrides }]
    platform.replies.set('GET /attentionItems', () => ({
      status: 200,
      body: { data: alerts, page: { ...page, total: alerts.length, totalIsCapped: false } },
    }))
    const replyWith = (call: string, changes: object, isListed = true) =>
      platform.replies.set(call, () => {
        alerts = isListed ? [{ ...item, ...overrides, ...changes }] : []
        return { status: 200, body: { ...item, ...overrides, ...changes, version: 2 } }
      })
    return { replyWith, ...(await renderConsole(path, { platform })), platform }
  }

  test.each([
    ['integration', 'Fix'],
    ['approval', 'Review'],
    ['expiry', 'Review'],
    ['comet', 'Fix'],
  ])('an alert of the type %s has the button "%s"', async (kind, button) => {
    await open({ kind })
    const link = section().getByRole('link', { name: `${button}: ${title}` })
    expect(link).toHaveTextContent(button)
    expect(link).toHaveAttribute('href', item.fix)
  })

  const getActionsMenu = () => section().getByLabelText(`More actions for ${title}`)

  test('assigning an alert to me names it in a message and can be undone', async () => {
    const { user, platform, replyWith } = await open()
    replyWith('PUT /attentionItems/5/owner', mine)
    await user.click(getActionsMenu())
    await user.click(section().getByRole('button', { name: 'Assign to me' }))
    expect(await message().findByText('Assigned to you:')).toBeVisible()
    expect(await section().findByText(/Assigned to you/)).toBeVisible()
    await user.click(getActionsMenu())
    expect(section().queryByRole('button', { name: 'Assign to me' })).toBeNull()
    expect(section().getByRole('button', { name: 'Unassign' })).toBeVisible()
    replyWith('PUT /attentionItems/5/owner', {})
    await user.click(message().getByRole('button', { name: /^Undo/ }))
    await waitFor(() => expect(section().queryByText(/Assigned to you/)).toBeNull())
    await user.click(getActionsMenu())
    expect(section().getByRole('button', { name: 'Assign to me' })).toBeVisible()
    expect(platform.writes().map(({ body }) => body)).toEqual([{ ownerId: 7 }, { ownerId: null }])
  })

  test('an alert assigned to me can be unassigned', async () => {
    const { user, platform, replyWith } = await open(mine)
    replyWith('PUT /attentionItems/5/owner', { ownerId: null, labels: {} })
    await user.click(getActionsMenu())
    await user.click(section().getByRole('button', { name: 'Unassign' }))
    expect(await message().findByText('Unassigned')).toBeVisible()
    expect(platform.writes().map(({ body }) => body)).toEqual([{ ownerId: null }])
  })

  test('an alert assigned to someone else shows the owner and can be reassigned', async () => {
    const { user } = await open({ ownerId: 8, labels: { ownerId: 'ann@example.com' } })
    await user.click(getActionsMenu())
    expect(section().getByText(/Assigned to ann@example.com/)).toBeVisible()
    expect(section().getByRole('button', { name: 'Assign to me' })).toBeVisible()
    expect(section().getByRole('link', { name: 'Assign...' })).toHaveAttribute(
      'href',
      '/dashboard?assign=5',
    )
  })

  test('Escape and saving close the assign panel, keep the range, and restore the focus', async () => {
    const { user, platform, address } = await open({}, '/dashboard?range=7')
    platform.replies.set('GET /attentionItems/5', { status: 200, body: item })
    platform.replies.set('PUT /attentionItems/5/owner', { status: 200, body: item })
    const openAssignPanel = async () => {
      await user.click(getActionsMenu())
      await user.click(section().getByRole('link', { name: 'Assign...' }))
      return within(await screen.findByRole('dialog'))
    }
    await openAssignPanel()
    expect(address()).toBe('/dashboard?range=7&assign=5')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/dashboard?range=7'))
    await waitFor(() => expect(getActionsMenu()).toHaveFocus())
    await user.click((await openAssignPanel()).getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(address()).toBe('/dashboard?range=7'))
    expect(await screen.findByText('Saved', {}, { timeout: 10_000 })).toBeVisible()
  })

  test.each([
    [[3], null],
    [[3, 4], '2 stores'],
  ])('the stores %o are counted only if there are several', async (storeIds, label) => {
    await open({ storeIds })
    if (label === null) expect(section().queryByText(/stores/)).toBeNull()
    else expect(section().getByText(label)).toBeVisible()
  })

  test('an alert of several stores links to the list of those stores', async () => {
    await open({ storeIds: [3, 4], kind: 'integration' })
    expect(section().getByRole('link', { name: '2 stores' })).toHaveAttribute(
      'href',
      '/stores?filter[attentionIds][eq]=5',
    )
  })

  test('snoozing for a day can be undone, and the focus stays in the section', async () => {
    const { user, platform, replyWith } = await open()
    replyWith('POST /attentionItems/5/state', { state: 'snoozed' }, false)
    await user.click(getActionsMenu())
    await user.click(section().getByRole('button', { name: 'Snooze for 1 day' }))
    expect(await message().findByText('Snoozed')).toBeVisible()
    await waitFor(() => expect(section().getByText('Nothing needs attention.')).toBeVisible())
    await waitFor(() => expect(section().getByRole('heading')).toHaveFocus())
    replyWith('POST /attentionItems/5/state', {})
    await user.click(message().getByRole('button', { name: /^Undo/ }))
    expect(await section().findByText(title)).toBeVisible()
    await waitFor(() => expect(section().getByRole('link', { name: title })).toHaveFocus())
    expect(platform.writes().map(({ body }) => body)).toEqual([
      { state: 'snoozed' },
      { state: 'open' },
    ])
  })

  test('Dismiss opens a panel over the dashboard and requires a reason', async () => {
    const kind = 'integration'
    const { user, platform, replyWith, address } = await open({ kind })
    platform.replies.set('GET /attentionItems/5', { status: 200, body: { ...item, kind } })
    replyWith('POST /attentionItems/5/state', { state: 'resolved' }, false)
    await user.click(getActionsMenu())
    await user.click(section().getByRole('link', { name: 'Dismiss...' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Dismiss alert' }))
    expect(panel.getByText(/hides the alert for 7 days/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Dismiss' }))
    expect(await panel.findByText('Reason is a required field')).toBeVisible()
    expect(platform.writes()).toEqual([])
    await user.type(panel.getByLabelText(/^Reason/), 'The provider is moving')
    await user.click(panel.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(address()).toBe('/dashboard'))
    expect(await screen.findByText('Dismissed', {}, { timeout: 10_000 })).toBeVisible()
    expect(platform.writes().map(({ body }) => body)).toEqual([
      { state: 'resolved', reason: 'The provider is moving' },
    ])
  })

  test('an alert that was already fixed says so, and other errors show in the section', async () => {
    const { user, platform } = await open()
    const assignToMe = async () => {
      await user.click(getActionsMenu())
      await user.click(section().getByRole('button', { name: 'Assign to me' }))
    }
    platform.replies.set('PUT /attentionItems/5/owner', { status: 502 })
    await assignToMe()
    expect(await section().findByRole('alert')).toHaveTextContent(/^The platform isn't responding/)
    platform.replies.set('PUT /attentionItems/5/owner', {
      status: 404,
      body: { status: 404, code: 'not_found', title: 'Not found' },
    })
    await assignToMe()
    expect(await message().findByText(`Already fixed: ${title}`)).toBeVisible()
  })
})
