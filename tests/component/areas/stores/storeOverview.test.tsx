import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { readinessKeys } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import {
  emptyMetrics,
  emptyPage,
  createStorePlatform,
} from '#tests/support/servers/storePlatform.ts'
import { hasExactText } from '#tests/support/hasExactText.ts'

async function openStore(tab: string, platform = createStorePlatform(), query = '') {
  const view = await renderConsole(`/stores/5${tab && `?tab=${tab}${query}`}`, { platform })
  await screen.findByRole('heading', { name: 'Acme Rewards', level: 1 })
  return { ...view, platform }
}

const getRegion = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const getTile = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement
const buildError = (status: number, code: string) => ({
  status,
  body: { status, code, title: 'No' },
})

/** Returns a platform where these readiness checks of store 5 fail, each with its message. */
function createPlatformWithMissing(missing: Record<string, string>, more: object = {}) {
  const platform = createStorePlatform(more)
  platform.replies.set('GET /stores/5/readiness', {
    status: 200,
    body: {
      percent: 80,
      checks: readinessKeys.map((key) => ({
        key,
        ok: !(key in missing),
        detail: missing[key] ?? null,
      })),
    },
  })
  return platform
}

const buildEntry = (more: object) => ({
  id: 1,
  time: '2026-11-20T08:30:00.000Z',
  stream: 'audit',
  severity: 'info',
  event: 'stores.updated',
  actor: 'ann@example.com',
  targetType: 'stores',
  targetId: 5,
  label: 'Acme Rewards',
  result: 'ok',
  ip: '',
  requestId: 'r',
  changes: {},
  cause: null,
  fault: null,
  count: 1,
  first: '2026-11-20T08:30:00.000Z',
  ...more,
})

const setLogEntries = (platform: ReturnType<typeof createStorePlatform>, ...entries: object[]) => {
  platform.replies.set('GET /logEntries', {
    status: 200,
    body: { data: entries.map(buildEntry), page: emptyPage },
  })
  return platform
}

describe('Notices of a store', () => {
  test('a failing active integration shows first, with its fix', async () => {
    await openStore(
      '',
      createPlatformWithMissing({ admin: 'Nobody.', payment: 'The account is invalid.' }),
    )
    const notice = screen.getByText('Payments are failing.').closest('div')
    expect(notice).toHaveTextContent('Payments are failing. The account is invalid.')
    expect(screen.getByRole('link', { name: 'Fix payments' })).toHaveAttribute(
      'href',
      '/stores/5?tab=integrations&fix=payment#payment',
    )
    expect(
      decodeURIComponent(
        screen.getByRole('link', { name: 'See errors' }).getAttribute('href') ?? '',
      ),
    ).toBe('/stores/5?tab=logs&filter[severity][eq]=error')
  })

  test('several failing integrations are all named, payments first, each with its fix', async () => {
    const platform = createPlatformWithMissing(
      {
        mail: 'The server is full (5.2.2). Check the disk. Then test it.',
        payment: 'The account is invalid. Fix the setup.',
      },
      { mailState: 'active', paymentState: 'degraded' },
    )
    await openStore('', platform)
    const notice = screen.getByText('Payments and emails are failing.').closest('div')
    expect(notice).toHaveTextContent(
      /failing\. The account is invalid\. The server is full \(5\.2\.2\)\.See errors/,
    )
    expect(
      within(notice ?? document.body)
        .getAllByRole('link', { name: /^Fix / })
        .map(({ textContent }) => textContent),
    ).toEqual(['Fix payments', 'Fix email'])
  })

  test("an integration that was never set up isn't reported as failing", async () => {
    await openStore('', createPlatformWithMissing({ signOn: 'Not set up.', gift: 'No provider.' }))
    expect(screen.queryByText(/fails?\.$/)).toBeNull()
  })

  test('the integrations tab counts the failing ones', async () => {
    await openStore('')
    expect(screen.getByRole('link', { name: 'Integrations, 1 needs attention' })).toBeVisible()
  })

  const suspended = { status: 'suspended', statusReason: 'Invoices are unpaid.' }

  test.each([
    ['maintenance', 'Maintenance started on 11/20/2026 08:30 AM by noah@example.com.'],
    ['archived', 'Archived on 11/20/2026 08:30 AM by noah@example.com.'],
  ])('a store in %s says since when', async (status, text) => {
    const changed = { id: 3, actor: 'noah@example.com', changes: { status: {} } }
    const platform = setLogEntries(createStorePlatform({ status }), changed)
    await openStore('', platform)
    expect(screen.getByText(hasExactText(text))).toBeVisible()
  })

  test('a suspended store says who suspended it, when, why, and how to activate it', async () => {
    const platform = setLogEntries(
      createStorePlatform(suspended),
      { id: 2, event: 'stores.updated' },
      { id: 3, event: 'stores.suspended', actor: 'noah@example.com', changes: { status: {} } },
    )
    await openStore('', platform)
    const notice = screen.getByText(
      hasExactText('Suspended on 11/20/2026 08:30 AM by noah@example.com.'),
    )
    expect(notice.parentElement).toHaveTextContent('Invoices are unpaid.')
    // One link is here, the other in the actions menu.
    const links = screen.getAllByRole('link', { name: 'Activate...' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: 2 }, () => '/stores/5?change=activate'),
    )
  })

  test('a suspended store without a log entry shows its reason', async () => {
    await openStore('', createStorePlatform(suspended))
    expect(screen.getByText('Suspended.').parentElement).toHaveTextContent('Invoices are unpaid.')
  })

  test('a store in maintenance without a reason says what that means and offers to end it', async () => {
    await openStore('', createStorePlatform({ status: 'maintenance', statusReason: null }))
    const notice = screen.getByText('Maintenance.').parentElement
    expect(notice).toHaveTextContent("Maintenance. Members can't order.")
    const links = within(notice?.parentElement ?? document.body).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['End maintenance...'])
  })
})

describe('Readiness', () => {
  test('lists failed checks with their fixes, the worst first, and passed checks in one line', async () => {
    await openStore('', createPlatformWithMissing({ admin: 'Nobody.', payment: 'It fails.' }))
    const lines = getRegion('80% ready')
      .getAllByRole('listitem')
      .map((line) => line.textContent)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toBe('PaymentsIt fails.IncidentsFix')
    expect(lines[1]).toBe('First adminNobody.Fix')
    expect(lines[2]).toMatch(
      new RegExp(`^${readinessKeys.length - 2} checks passedOrganization, Theme, `),
    )
    expect(getRegion('80% ready').getByRole('link', { name: 'Fix: First admin' })).toHaveAttribute(
      'href',
      '/stores/5?tab=access&fix=admin#field-adminName',
    )
  })

  test.each([
    ['admin', {}, /^First admin(?! email)/],
    ['admin', { adminName: 'Ann' }, /^First admin email/],
    ['theme', {}, /^Theme(?!s| versions)/],
    ['organisation', {}, /^Organization(?!s)/],
  ])('the fix of %s with %o focuses the missing field', async (key, more, label) => {
    const { user } = await openStore('', createPlatformWithMissing({ [key]: 'Missing.' }, more))
    await user.click(screen.getByRole('link', { name: /^Fix: / }))
    await waitFor(() => expect(getField(label)).toHaveFocus())
  })

  test('the fix of an integration opens its line with cause and setup', async () => {
    const { user } = await openStore(
      '',
      createPlatformWithMissing({ payment: 'Payment fails: 403.' }),
    )
    await user.click(screen.getByRole('link', { name: 'Fix: Payments' }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Fix: Payments' })).toHaveFocus())
  })

  test('saving a fix offers the next one, and the last leads back to the overview', async () => {
    const platform = createPlatformWithMissing({ admin: 'Nobody.', theme: 'No theme.' })
    const { user, address } = await openStore('', platform)
    await user.click(await screen.findByRole('link', { name: 'Fix: First admin' }))
    await waitFor(() => expect(screen.getByText('Nobody.')).toBeVisible())
    await user.type(await screen.findByLabelText(/^First admin(?! email)/), 'Ann')
    const fixed = createPlatformWithMissing({ theme: 'No theme.' }).replies.get(
      'GET /stores/5/readiness',
    )
    if (fixed) platform.replies.set('GET /stores/5/readiness', fixed)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('First admin: fixed.')).toBeVisible()
    expect(address()).toBe('/stores/5?tab=access&fix=admin')
    await user.click(await screen.findByRole('link', { name: 'Next fix: Theme' }))
    await waitFor(() => expect(getField(/^Theme(?!s| versions)/)).toHaveFocus())
    expect(await screen.findByText('No theme.')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Back to the overview' })).toBeVisible()
  })
})

describe('Figures of a store', () => {
  test('show their changes, and mark the worse ones', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5/figures', {
      status: 200,
      body: {
        ...emptyMetrics,
        orders: { now: 150, before: 100 },
        revenue: { now: 123_450, before: 246_900 },
        paymentsFailed: { now: 69, before: 10 },
        paymentsRecovered: { now: 25, before: 0 },
        members: { all: 1240, joined: { now: 12, before: 3 } },
        mailSent: { now: 4102, before: 4000 },
      },
    })
    await openStore('', platform)
    expect(getTile('Orders')).toHaveTextContent('150↑ Up 50% from 100 (better)')
    expect(getTile('Revenue (EUR)')).toHaveTextContent('1,234.50↓ Down 50% from 2,469.00 (worse)')
    expect(getTile('Failed payments')?.querySelector('[data-news]')).toHaveAttribute(
      'data-news',
      'bad',
    )
    expect(getTile('Failed payments')).toHaveTextContent(/from 10 \(worse\)25 recovered$/)
    expect(getTile('Members')).toHaveTextContent('1,24012 new (3 new in the previous period)')
    expect(getTile('Failed emails')).toHaveTextContent('04,102 sent')
    expect(screen.queryByText(/^Credits|^Failed gift cards/, { selector: 'dt' })).toBeNull()
  })

  test('without data say so once', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5/figures', {
      status: 200,
      body: { ...emptyMetrics, members: { all: 10, joined: { now: 0, before: 3 } } },
    })
    await openStore('', platform)
    const chart = screen.getByRole('figure', { name: 'Orders by day' })
    expect(within(chart).getByText('No data in this period')).toBeVisible()
    expect(screen.getAllByText(/no earlier data/)).toHaveLength(1)
    expect(getTile('Members')).toHaveTextContent(/^Members100 new$/)
    expect(getRegion('Recent changes').getByText('No changes yet')).toBeVisible()
  })
})

describe('Recent changes of a store', () => {
  const getChangeTexts = async (...entries: object[]) => {
    await openStore('', setLogEntries(createStorePlatform(), ...entries))
    return getRegion('Recent changes')
      .getAllByRole('listitem')
      .map((line) => line.firstElementChild?.textContent?.trim())
  }
  const priority = { priority: { before: 40, after: 20 } }
  const group = { targetType: 'memberGroups', targetId: 3, label: 'Managers' }

  test('show one changed field with both values, and name several fields', async () => {
    expect(
      await getChangeTexts(
        { id: 1, changes: { name: { before: 'Acme', after: 'Acme Rewards' } } },
        {
          id: 2,
          changes: { name: { before: 'A', after: 'B' }, notes: { before: 'x', after: 'y' } },
        },
      ),
    ).toEqual(['Name Acme → Acme Rewards', 'Changed name, notes'])
    const [line] = getRegion('Recent changes').getAllByRole('listitem')
    expect(line?.lastElementChild).toHaveTextContent('11/20/2026 08:30 AM By ann@example.com')
  })

  test('name the other record, or its kind if it has no name', async () => {
    expect(
      await getChangeTexts(
        { id: 1, event: 'memberGroups.updated', ...group, changes: priority },
        { id: 2, event: 'memberGroups.updated', changes: priority },
        { id: 3, event: 'memberGroups.membersMoved', ...group, changes: { members: 2 } },
      ),
    ).toEqual([
      'Managers: priority 40 → 20',
      'Changed member group: priority 40 → 20',
      'Moved members into Managers',
    ])
  })

  test('failed events look like the others, marked only by an attribute', async () => {
    await getChangeTexts({ id: 1, event: 'payment.slow', result: 'failed' }, { id: 2 })
    expect(screen.getByText('Payment provider responded slowly')).toHaveAttribute('data-failed')
    expect(screen.getByText('Changed store')).not.toHaveAttribute('data-failed')
  })
})

test('a section that fails shows an error and leaves the others in place', async () => {
  const platform = createStorePlatform()
  platform.replies.set('GET /stores/5/figures', buildError(502, 'unreachable'))
  platform.replies.set('GET /stores/5/readiness', { status: 404 })
  await openStore('', platform)
  expect(getRegion('Last 30 days').getByText(/^The platform isn't responding/)).toBeVisible()
  expect(
    getRegion('Readiness').getByText("This platform doesn't support store readiness."),
  ).toBeVisible()
  expect(getRegion('Recent changes').getByText('No changes yet')).toBeVisible()
})

describe('Position in the previous list', () => {
  const buildNavigation = (ids: number[], total = ids.length) => ({
    state: { list: { address: '/stores?sort=-name', ids, at: 1, total } },
  })

  test('shows the position and links to the neighbors on the same tab', async () => {
    const { router, user, address } = await openStore('')
    expect(screen.queryByRole('navigation', { name: 'Position in the list' })).toBeNull()
    await router.navigate('/stores/5?tab=general', buildNavigation([9, 5, 7]))
    const position = within(await screen.findByRole('navigation', { name: 'Position in the list' }))
    expect(position.getByRole('link', { name: '2 of 3' })).toHaveAttribute(
      'href',
      '/stores?sort=-name',
    )
    expect(position.getByRole('link', { name: /^Previous/ })).toHaveAttribute(
      'href',
      '/stores/9?tab=general',
    )
    const sections = within(screen.getByRole('navigation', { name: 'Store sections' }))
    await user.click(sections.getByRole('link', { name: 'Brand' }))
    await sections.findByRole('link', { name: 'Brand', current: 'page' })
    await user.click(position.getByRole('link', { name: /^Next/ }))
    await waitFor(() => expect(address()).toBe('/stores/7?tab=brand'))
    expect(router.state.location.state).toEqual({
      list: { address: '/stores?sort=-name', ids: [9, 5, 7], at: 2, total: 3 },
    })
  })

  test('in a longer list shows the position on the page', async () => {
    const { router } = await openStore('')
    await router.navigate('/stores/5?tab=general', buildNavigation([9, 5], 240))
    expect(
      await screen.findByRole('link', { name: '2 of 2 on this page (240 in total)' }),
    ).toBeVisible()
  })

  test('an unknown history state is ignored', async () => {
    const { router, address } = await openStore('')
    await router.navigate('/stores/5?tab=general', { state: { list: 'all' } })
    await waitFor(() => expect(address()).toBe('/stores/5?tab=general'))
    expect(screen.queryByRole('navigation', { name: 'Position in the list' })).toBeNull()
  })
})
