import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { buildDashboard, buildDailyMetric } from '#tests/support/dashboardAnswer.ts'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const custom = '/dashboard?range=custom&from=2026-01-11&to=2026-01-20'

const buildFullDashboard = (range: DayRange): Partial<Dashboard> => ({
  stores: { active: 1192, all: 1240 },
  integrations: { degraded: 3, stores: 1 },
  orders: { now: 1100, before: 1000 },
  paymentsFailed: { now: 30, before: 20 },
  paymentsRecovered: { now: 9, before: 10 },
  giftCardsSent: { now: 5, before: 4 },
  giftCardsFailed: { now: 1, before: 2 },
  mailSent: { now: 7, before: 7 },
  mailFailed: { now: 4, before: 0 },
  revenue: [
    { currency: 'USD', now: 123456, before: 61728 },
    { currency: 'JPY', now: 5000, before: 0 },
  ],
  ordersByDay: buildDailyMetric(range, 110, 100),
  failedByReason: [
    { reason: 'expired_card', now: 20, before: 15 },
    { reason: 'act_of_god', now: 10, before: 5 },
  ],
  credits: [
    {
      unit: 'points',
      issued: buildDailyMetric(range, 10, 20),
      redeemed: buildDailyMetric(range, 5, 5),
      expiring: 77,
    },
    {
      unit: 'EUR',
      issued: buildDailyMetric(range, 250, 0),
      redeemed: buildDailyMetric(range, 0, 0),
      expiring: 1234,
    },
  ],
})

/** Opens the dashboard; the platform replies with the figures built for the requested days. */
async function openDashboard(
  address: string,
  buildFigures: (range: DayRange) => Partial<Dashboard> = buildFullDashboard,
) {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /dashboard', ({ search }) => {
    const range = { from: search?.get('from') ?? '', to: search?.get('to') ?? '' }
    return { status: 200, body: buildDashboard(range, buildFigures(range)) }
  })
  const rendered = await renderConsole(address, { platform })
  await screen.findByRole('heading', { name: 'Recent changes' })
  return {
    ...rendered,
    getQueries: () =>
      platform.requests
        .filter(({ path }) => path === '/dashboard')
        .map(({ search }) => `${search}`),
  }
}

/** Finds the tile or credit figure with this label. */
const getTile = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement
const getRegion = (name: string) => within(screen.getByRole('region', { name }))
const getChart = (name: string | RegExp) => within(screen.getByRole('figure', { name }))

describe('Figures', () => {
  test('request the days in the URL and show them', async () => {
    const { getQueries } = await openDashboard(custom)
    expect(getQueries()).toEqual(['from=2026-01-11&to=2026-01-20'])
    expect(
      screen.getByText(
        '01/11/2026 to 01/20/2026, compared with the previous period (12/28/2025 to 01/06/2026, same weekdays).',
      ),
    ).toBeVisible()
  })

  const buildDayFilter = (field: string) =>
    `filter[${field}][gte]=2026-01-11&filter[${field}][lte]=2026-01-20`
  test.each([
    ['Active stores', '1,192', '/stores?filter[status][eq]=active'],
    ['Failing integrations', '3', '/stores?filter[failing][eq]=1'],
    ['Failed payments', '30', `/paymentAttempt?${buildDayFilter('attemptedAt')}`],
    ['Recovered payments', '9', `/paymentAttempt?${buildDayFilter('recoveredAt')}`],
    ...['sent', 'failed'].map((status) => [
      status === 'sent' ? 'Gift cards sent' : 'Failed gift cards',
      status === 'sent' ? '5' : '1',
      `/wegift/templates?cards&filter[status][eq]=${status}&filter[environment][eq]=live&${buildDayFilter('sentAt')}`,
    ]),
    ['Orders', '1,100', `/paymentAttempt?orders&${buildDayFilter('placedAt')}`],
    [
      'Emails sent',
      '7',
      `/smtpSettings?mails&filter[status][eq]=sent&${buildDayFilter('endedAt')}`,
    ],
    [
      'Failed emails',
      '4',
      `/smtpSettings?mails&filter[status][eq]=failed&${buildDayFilter('endedAt')}`,
    ],
    [
      'Issued',
      '100',
      `/credits?filter[type][eq]=issue&filter[unit][eq]=points&${buildDayFilter('enteredAt')}`,
    ],
    [
      'Redeemed',
      '50',
      `/credits?filter[type][eq]=redeem&filter[unit][eq]=points&${buildDayFilter('enteredAt')}`,
    ],
  ])('%s shows %s and links to the list it counts', async (label, number, address) => {
    await openDashboard(custom)
    expect(getTile(label)?.querySelector('a')).toHaveTextContent(number)
    expect(getTile(label)?.querySelector('a')).toHaveAttribute('href', address)
  })

  test('an unfinished day is compared through the same hour, and the page says so', async () => {
    await openDashboard('/dashboard')
    const note = screen.getByText(/ through the same hour\. Updated/)
    expect(note).toBeVisible()
    expect(note).toHaveTextContent(/Updated \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M\.$/)
    // Its tooltip shows the time zone and UTC.
    expect(note.querySelector('time')?.dateTime).toMatch(/T.*Z$/)
  })

  test.each([
    ['Orders', '↑ Up 10% from 1,000 (better)'],
    ['Failed payments', '↑ Up 50% from 20 (worse)'],
    ['Recovered payments', '↓ Down 10% from 10 (worse)'],
    ['Gift cards sent', '↑ Up 25% from 4'],
    ['Failed gift cards', '↓ Down 50% from 2 (better)'],
    ['Emails sent', 'No change'],
    ['Failed emails', 'Up from 0'],
    ['Issued', '↓ Down 50% from 200'],
  ])('%s describes the change: %s', async (label, words) => {
    await openDashboard(custom)
    expect(getTile(label)).toHaveTextContent(words)
  })

  test('without comparison, nothing mentions the previous period', async () => {
    await openDashboard(`${custom}&compare=0`)
    expect(
      screen.queryByText(/% from |compared|same weekdays|No change|Up from/i),
    ).not.toBeInTheDocument()
    expect(
      screen.getByRole('switch', { name: 'Compare with the previous period' }),
    ).not.toBeChecked()
  })

  test('revenue shows each currency with its decimal places, with links to its stores and orders', async () => {
    await openDashboard(custom)
    const items = getRegion('Revenue').getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'USD1,234.56↑ Up 100% from 617.28 (better)',
      'JPY5,000Up from 0',
    ])
    expect(
      getRegion('Revenue').getByRole('link', { name: 'Stores with USD as their default currency' }),
    ).toHaveAttribute('href', '/stores?filter[defaultCurrency][eq]=USD')
    const amount = getRegion('Revenue').getByRole('link', {
      name: 'Revenue in USD: 1,234.56. Open the orders',
    })
    expect(amount).toHaveAttribute(
      'href',
      expect.stringMatching(
        /^\/paymentAttempt\?orders&filter\[currency\]\[eq\]=USD&filter\[placedAt\]/,
      ),
    )
  })

  test.each([
    ['of 1,240 stores', '/stores'],
    ['in 1 store', '/stores?filter[failing][eq]=1'],
  ])('the note "%s" of a figure links to the list', async (name, address) => {
    await openDashboard(custom)
    expect(getRegion('Key metrics').getByRole('link', { name })).toHaveAttribute('href', address)
  })

  test('further currencies are collapsed', async () => {
    const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'AUD', 'CAD']
    await openDashboard(custom, () => ({
      revenue: currencies.map((currency) => ({ currency, now: 100, before: 0 })),
    }))
    expect(getRegion('Revenue').getByText('2 more currencies')).toBeVisible()
    expect(getRegion('Revenue').getByText('CAD')).not.toBeVisible()
  })
})

describe('Charts', () => {
  test('orders by day have a description and a table whose numbers link to their lists', async () => {
    const { user } = await openDashboard(custom)
    const orders = getChart('Orders by day')
    expect(orders.getByRole('img', { name: 'Orders by day' })).toHaveAccessibleDescription(
      'Orders: 1,100 in total, with a peak of 110 on 01/11/2026.',
    )
    await user.click(orders.getByText('Show as a table'))
    const rows = orders.getAllByRole('row').map((row) => row.textContent)
    expect(rows).toHaveLength(11)
    expect(rows.slice(0, 2)).toEqual([
      'DayOrdersPrevious period (same weekdays)',
      '01/11/2026110100',
    ])
    const buildDayFilter = (field: string) =>
      `filter[${field}][gte]=2026-01-11&filter[${field}][lte]=2026-01-11`
    const getFirstLink = (name: string | RegExp, text: string) =>
      getChart(name).getAllByRole('link', { name: text, hidden: true })[0]
    expect(getFirstLink('Orders by day', '110')).toHaveAttribute(
      'href',
      `/paymentAttempt?orders&${buildDayFilter('placedAt')}`,
    )
    expect(getFirstLink(/\(Points\)$/, '5')).toHaveAttribute(
      'href',
      `/credits?filter[type][eq]=redeem&filter[unit][eq]=points&${buildDayFilter('enteredAt')}`,
    )
  })

  test('failed payments by reason link to the attempts, and an unknown reason shows its code', async () => {
    await openDashboard(custom)
    const items = getChart('Failed payments by reason').getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual(['Expired card20', 'act_of_god10'])
    // One link is on the bar, the other in the table.
    const links = getChart('Failed payments by reason').getAllByRole('link', { name: '20' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(2).fill(
        `/paymentAttempt?filter[reason][eq]=expired_card&filter[attemptedAt][gte]=2026-01-11&filter[attemptedAt][lte]=2026-01-20`,
      ),
    )
  })

  test('the credits chart shows one unit, which is stored in the URL', async () => {
    const { user, address } = await openDashboard(custom)
    expect(getChart(/\(Points\)$/).getByRole('img')).toHaveAccessibleDescription(
      'Issued: 100 in total, with a peak of 10 on 01/11/2026. Redeemed: 50 in total, with a peak of 5 on 01/11/2026.',
    )
    const units = within(screen.getByRole('list', { name: 'Chart unit' }))
    await user.click(units.getByRole('link', { name: 'EUR' }))
    await screen.findByRole('figure', { name: /\(EUR\)$/ })
    expect(address()).toBe(`${custom}&unit=EUR`)
    expect(getTile('Issued')).toHaveTextContent('25.00')
    expect(getTile('Expiring within 30 days')).toHaveTextContent('12.34')
  })

  test('a unit in the URL without credits is replaced, and the page says so', async () => {
    await openDashboard(`${custom}&unit=XXX`)
    expect(
      screen.getByText('Showing Points because there are no credits in XXX for this period.'),
    ).toBeVisible()
    expect(getChart(/\(Points\)$/)).toBeDefined()
  })

  test('one day is drawn as a point, with another for the compared day', async () => {
    await openDashboard('/dashboard?range=custom&from=2026-01-11&to=2026-01-11')
    const drawing = getChart('Orders by day').getByRole('img')
    expect(drawing.querySelectorAll('circle')).toHaveLength(2)
    expect(drawing.querySelectorAll('text')).toHaveLength(1)
  })

  test('366 days have at most seven labels, ending with the last day', async () => {
    await openDashboard('/dashboard?range=custom&from=2024-01-01&to=2024-12-31')
    const drawing = getChart('Orders by day').getByRole('img')
    const labels = [...drawing.querySelectorAll('text')].map((text) => text.textContent)
    expect(labels.length).toBeLessThanOrEqual(7)
    expect(labels.at(-1)).toBe('12/31')
    expect(drawing.innerHTML).not.toMatch(/NaN|undefined|style=/)
  })

  test('charts without data show an empty state', async () => {
    await openDashboard(custom, () => ({}))
    for (const heading of [
      'No orders in this period',
      'No failed payments in this period',
      'No credits in this period',
    ])
      expect(screen.getAllByRole('heading', { name: heading })[0]).toBeVisible()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
    expect(getTile('Orders')).toHaveTextContent(/^Orders0$/)
    expect(screen.getAllByText(/no earlier data/)).toHaveLength(1)
  })
})

describe('Date range', () => {
  test('the comparison switch updates the URL and keeps the range', async () => {
    const { user, address } = await openDashboard('/dashboard?range=7')
    const getCompareSwitch = () =>
      screen.getByRole('switch', { name: 'Compare with the previous period' })
    await user.click(getCompareSwitch())
    await waitFor(() => expect(getCompareSwitch()).not.toBeChecked())
    await waitFor(() => expect(address()).toBe('/dashboard?range=7&compare=0'))
    expect(getCompareSwitch()).toHaveFocus()
    await user.click(getCompareSwitch())
    await waitFor(() => expect(address()).toBe('/dashboard?range=7'))
  })

  test('custom days apply on submit, and invalid ones stay with an error', async () => {
    const { user, address, getQueries } = await openDashboard(custom)
    const getEndInput = () => screen.getByLabelText('To')
    await user.clear(getEndInput())
    await user.type(getEndInput(), '2026-01-10')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('Enter a date on or after the start date.')).toBeVisible()
    expect(getEndInput()).toHaveValue('2026-01-10')
    await waitFor(() => expect(getEndInput()).toHaveFocus())
    expect(screen.getByRole('heading', { name: 'No figures for these dates' })).toBeVisible()
    await user.clear(getEndInput())
    await user.type(getEndInput(), '2026-01-12')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await screen.findByText(/^01\/11\/2026 to 01\/12\/2026/)
    expect(address()).toBe('/dashboard?range=custom&from=2026-01-11&to=2026-01-12')
    expect(getQueries()).toEqual(['from=2026-01-11&to=2026-01-20', 'from=2026-01-11&to=2026-01-12'])
  })

  test('a range URL with redundant parameters is normalized', async () => {
    const { address } = await openDashboard('/dashboard?compare=1&range=90&from=&to=')
    expect(address()).toBe('/dashboard?range=90')
  })
})

describe('Platform errors', () => {
  const openWithStatus = async (status: number) => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /dashboard', { status })
    await renderConsole('/dashboard', { platform })
  }

  test('a platform without figures leaves the rest of the page in place', async () => {
    await openWithStatus(404)
    expect(
      await screen.findByText("This platform doesn't support dashboard figures."),
    ).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Totals' })).toBeVisible()
  })

  test('an unreachable platform shows an error with a retry button', async () => {
    await openWithStatus(502)
    expect(
      await screen.findByRole('heading', { name: "We couldn't load the figures" }),
    ).toBeVisible()
    expect(screen.getAllByText(/^The platform isn't responding/)[0]).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('an unexpected response body shows an error', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /dashboard', { status: 200, body: { orders: 'many' } })
    await renderConsole('/dashboard', { platform })
    expect(await screen.findByText(/returned an unexpected response/)).toBeVisible()
  })
})
