import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

async function openDashboard(replies: Record<string, object> = {}) {
  const platform = memoryPlatform()
  for (const [call, body] of Object.entries(replies))
    platform.replies.set(`GET ${call}`, { status: 200, body })
  await renderConsole('/dashboard', { platform })
  await screen.findByRole('heading', { name: 'Recent changes' })
}

const figures = () =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])

const page = { next: null, previous: null, total: 10_000, totalIsCapped: true }

describe('the figures are the four lists of spec.md section 3', () => {
  test('each with its number', async () => {
    await openDashboard({
      '/catalogs': { data: [{}, {}] },
      '/categories': { data: [] },
      '/sizes': { data: [{}], page: { ...page, total: 1234, totalIsCapped: false } },
      '/members': { data: [{}], page },
    })
    expect(figures()).toEqual([
      ['Catalogs', '2'],
      ['Categories', '0'],
      ['Sizes', '1,234'],
      ['Members', '10,000+'],
    ])
    expect(screen.getByRole('link', { name: '1,234' })).toHaveAttribute('href', '/sizes')
    // No screen shows members yet.
    expect(screen.queryByRole('link', { name: '10,000+' })).not.toBeInTheDocument()
  })

  test('section 7: a list that fails is silently left open', async () => {
    await openDashboard({ '/sizes': { data: [{}] } })
    expect(figures()).toEqual([
      ['Catalogs', '–'],
      ['Categories', '–'],
      ['Sizes', '1'],
      ['Members', '–'],
    ])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

test('what its address asks for and it does not understand is told, with the way without it', async () => {
  const { user, address } = await renderConsole('/dashboard?range=banana&foo=1', {
    platform: memoryPlatform(),
  })
  const alert = screen
    .getAllByRole('alert')
    .find(({ textContent }) => textContent.includes('banana'))
  expect(alert).toHaveTextContent(
    'Range must be 7, 30, 90, or custom. We ignored "banana".' +
      'foo isn\'t supported by the dashboard. We ignored "1".',
  )
  expect(address()).toBe('/dashboard?range=banana&foo=1')
  await user.click(screen.getByRole('link', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText(/banana/)).not.toBeInTheDocument())
  expect(address()).toBe('/dashboard')
})

describe('recent changes', () => {
  const section = () => within(screen.getByRole('region', { name: 'Recent changes' }))
  const change = { id: 1, time: '2025-03-09T16:05:00Z', actor: 'ann@example.com' }

  test('say when, what, to which record, and who', async () => {
    await openDashboard({
      '/audit': { data: [{ ...change, event: 'sizes.created', label: 'Large' }] },
    })
    const [item] = section().getAllByRole('listitem')
    expect(item).toHaveTextContent('03/09/2025 04:05 PM')
    expect(item).toHaveTextContent('Created size')
    expect(item).toHaveTextContent('Large')
    expect(item).toHaveTextContent('ann@example.com')
  })

  test('lead to records that have a screen and are still there', async () => {
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

  test('there may be none yet', async () => {
    await openDashboard({ '/audit': { data: [] } })
    expect(section().getByText('No changes yet')).toBeVisible()
  })

  test('a platform that does not answer is not said to keep no record', async () => {
    const platform = memoryPlatform()
    platform.replies.set('GET /audit', { status: 502 })
    await renderConsole('/dashboard', { platform })
    expect(await screen.findByText(/^The platform isn't responding/)).toBeVisible()
    expect(section().getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('a platform that keeps no record says so', async () => {
    await openDashboard()
    expect(section().getByText("This platform doesn't support recent changes.")).toBeVisible()
    expect(section().queryByRole('button')).toBeNull()
  })
})

describe('what needs attention', () => {
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

  /** The dashboard with one item, which calls change as told. */
  async function open(given: object = {}, path = '/dashboard') {
    const platform = memoryPlatform()
    let now: object[] = [{ ...item, ...given }]
    platform.replies.set('GET /attentionItems', () => ({
      status: 200,
      body: { data: now, page: { ...page, total: now.length, totalIsCapped: false } },
    }))
    const becomes = (call: string, after: object, listed = true) =>
      platform.replies.set(call, () => {
        now = listed ? [{ ...item, ...given, ...after }] : []
        return { status: 200, body: { ...item, ...given, ...after, version: 2 } }
      })
    return { becomes, ...(await renderConsole(path, { platform })), platform }
  }

  const menu = () => section().getByLabelText(`More actions for ${title}`)

  test('is taken with a message that names it, says whose it is, and is released by Undo', async () => {
    const { user, platform, becomes } = await open()
    becomes('PUT /attentionItems/5/owner', mine)
    await user.click(menu())
    await user.click(section().getByRole('button', { name: 'Assign to me' }))
    expect(await message().findByText('Assigned to you:')).toBeVisible()
    expect(await section().findByText(/Assigned to you/)).toBeVisible()
    await user.click(menu())
    expect(section().queryByRole('button', { name: 'Assign to me' })).toBeNull()
    expect(section().getByRole('button', { name: 'Unassign' })).toBeVisible()
    becomes('PUT /attentionItems/5/owner', {})
    await user.click(message().getByRole('button', { name: /^Undo/ }))
    await waitFor(() => expect(section().queryByText(/Assigned to you/)).toBeNull())
    await user.click(menu())
    expect(section().getByRole('button', { name: 'Assign to me' })).toBeVisible()
    expect(platform.writes().map(({ body }) => body)).toEqual([{ ownerId: 7 }, { ownerId: null }])
  })

  test('that is mine is released', async () => {
    const { user, platform, becomes } = await open(mine)
    becomes('PUT /attentionItems/5/owner', { ownerId: null, labels: {} })
    await user.click(menu())
    await user.click(section().getByRole('button', { name: 'Unassign' }))
    expect(await message().findByText('Unassigned')).toBeVisible()
    expect(platform.writes().map(({ body }) => body)).toEqual([{ ownerId: null }])
  })

  test('of another one is told as theirs, and may be taken or assigned', async () => {
    const { user } = await open({ ownerId: 8, labels: { ownerId: 'ann@example.com' } })
    await user.click(menu())
    expect(section().getByText(/Assigned to ann@example.com/)).toBeVisible()
    expect(section().getByRole('button', { name: 'Assign to me' })).toBeVisible()
    expect(section().getByRole('link', { name: 'Assign...' })).toHaveAttribute(
      'href',
      '/dashboard?assign=5',
    )
  })

  test('is assigned over the dashboard as it was: Escape and saving lead back to it, to what opened the panel', async () => {
    const { user, platform, address } = await open({}, '/dashboard?range=7')
    platform.replies.set('GET /attentionItems/5', { status: 200, body: item })
    platform.replies.set('PUT /attentionItems/5/owner', { status: 200, body: item })
    const assign = async () => {
      await user.click(menu())
      await user.click(section().getByRole('link', { name: 'Assign...' }))
      return within(await screen.findByRole('dialog'))
    }
    await assign()
    expect(address()).toBe('/dashboard?range=7&assign=5')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/dashboard?range=7'))
    await waitFor(() => expect(menu()).toHaveFocus())
    await user.click((await assign()).getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(address()).toBe('/dashboard?range=7'))
    expect(await screen.findByText('Saved', {}, { timeout: 10_000 })).toBeVisible()
  })

  test.each([
    [[3], null],
    [[3, 4], '2 stores'],
  ])(
    'of the stores %o tells how many they are, where they are several',
    async (storeIds, words) => {
      await open({ storeIds })
      if (words === null) expect(section().queryByText(/stores/)).toBeNull()
      else expect(section().getByText(words)).toBeVisible()
    },
  )

  test('of several stores leads to the list of these very stores', async () => {
    await open({ storeIds: [3, 4], kind: 'integration' })
    expect(section().getByRole('link', { name: '2 stores' })).toHaveAttribute(
      'href',
      '/stores?filter[attentionIds][eq]=5',
    )
  })

  test('Snooze for a day says what was done, and Undo reopens the alert; the focus stays with what there is', async () => {
    const { user, platform, becomes } = await open()
    becomes('POST /attentionItems/5/state', { state: 'snoozed' }, false)
    await user.click(menu())
    await user.click(section().getByRole('button', { name: 'Snooze for 1 day' }))
    expect(await message().findByText('Snoozed')).toBeVisible()
    await waitFor(() => expect(section().getByText('Nothing needs attention.')).toBeVisible())
    await waitFor(() => expect(section().getByRole('heading')).toHaveFocus())
    becomes('POST /attentionItems/5/state', {})
    await user.click(message().getByRole('button', { name: /^Undo/ }))
    expect(await section().findByText(title)).toBeVisible()
    await waitFor(() => expect(section().getByRole('link', { name: title })).toHaveFocus())
    expect(platform.writes().map(({ body }) => body)).toEqual([
      { state: 'snoozed' },
      { state: 'open' },
    ])
  })

  test('Dismiss asks for a reason in a panel over the dashboard, and sends nothing without one', async () => {
    const kind = 'integration'
    const { user, platform, becomes, address } = await open({ kind })
    platform.replies.set('GET /attentionItems/5', { status: 200, body: { ...item, kind } })
    becomes('POST /attentionItems/5/state', { state: 'resolved' }, false)
    await user.click(menu())
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

  test('that was mended meanwhile is said to be; another failure is told beside the list', async () => {
    const { user, platform } = await open()
    const take = async () => {
      await user.click(menu())
      await user.click(section().getByRole('button', { name: 'Assign to me' }))
    }
    platform.replies.set('PUT /attentionItems/5/owner', { status: 502 })
    await take()
    expect(await section().findByRole('alert')).toHaveTextContent(/^The platform isn't responding/)
    platform.replies.set('PUT /attentionItems/5/owner', {
      status: 404,
      body: { status: 404, code: 'not_found', title: 'Not found' },
    })
    await take()
    expect(await message().findByText(`Already fixed: ${title}`)).toBeVisible()
  })
})
