import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import { dashboardAnswer, each } from '#tests/support/dashboardAnswer.ts'
import { memoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const custom = '/dashboard?range=custom&from=2026-01-11&to=2026-01-20'

const full = (range: DayRange): Partial<Dashboard> => ({
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
  ordersByDay: each(range, 110, 100),
  failedByReason: [
    { reason: 'expired_card', now: 20, before: 15 },
    { reason: 'act_of_god', now: 10, before: 5 },
  ],
  credits: [
    { unit: 'points', issued: each(range, 10, 20), redeemed: each(range, 5, 5), expiring: 77 },
    { unit: 'EUR', issued: each(range, 250, 0), redeemed: each(range, 0, 0), expiring: 1234 },
  ],
})

/** The dashboard at an address, over a platform that answers what `given` makes of the days asked for. */
async function openDashboard(
  address: string,
  given: (range: DayRange) => Partial<Dashboard> = full,
) {
  const platform = memoryPlatform()
  platform.replies.set('GET /dashboard', ({ search }) => {
    const range = { from: search?.get('from') ?? '', to: search?.get('to') ?? '' }
    return { status: 200, body: dashboardAnswer(range, given(range)) }
  })
  const rendered = await renderConsole(address, { platform })
  await screen.findByRole('heading', { name: 'Recent changes' })
  return {
    ...rendered,
    asked: () =>
      platform.requests
        .filter(({ path }) => path === '/dashboard')
        .map(({ search }) => `${search}`),
  }
}

/** The tile, or the number of credits, with this label. */
const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement
const region = (name: string) => within(screen.getByRole('region', { name }))
const chart = (name: string | RegExp) => within(screen.getByRole('figure', { name }))

describe('figures', () => {
  test('ask for the days of the address, and say which they are', async () => {
    const { asked } = await openDashboard(custom)
    expect(asked()).toEqual(['from=2026-01-11&to=2026-01-20'])
    expect(
      screen.getByText(
        '01/11/2026 to 01/20/2026, compared with the previous period (12/28/2025 to 01/06/2026, same weekdays).',
      ),
    ).toBeVisible()
  })

  const time = (field: string) =>
    `filter[${field}][gte]=2026-01-11&filter[${field}][lte]=2026-01-20`
  test.each([
    ['Active stores', '1,192', '/stores?filter[status][eq]=active'],
    ['Failing integrations', '3', '/stores?filter[failing][eq]=1'],
    ['Failed payments', '30', `/paymentAttempt?${time('attemptedAt')}`],
    ['Recovered payments', '9', `/paymentAttempt?${time('recoveredAt')}`],
    ...['sent', 'failed'].map((status) => [
      status === 'sent' ? 'Gift cards sent' : 'Failed gift cards',
      status === 'sent' ? '5' : '1',
      `/wegift/templates?cards&filter[status][eq]=${status}&filter[environment][eq]=live&${time('sentAt')}`,
    ]),
    ['Orders', '1,100', `/paymentAttempt?orders&${time('placedAt')}`],
    ['Emails sent', '7', `/smtpSettings?mails&filter[status][eq]=sent&${time('endedAt')}`],
    ['Failed emails', '4', `/smtpSettings?mails&filter[status][eq]=failed&${time('endedAt')}`],
    [
      'Issued',
      '100',
      `/credits?filter[type][eq]=issue&filter[unit][eq]=points&${time('enteredAt')}`,
    ],
    [
      'Redeemed',
      '50',
      `/credits?filter[type][eq]=redeem&filter[unit][eq]=points&${time('enteredAt')}`,
    ],
  ])('%s is %s and leads to the list it counts', async (label, number, address) => {
    await openDashboard(custom)
    expect(tile(label)?.querySelector('a')).toHaveTextContent(number)
    expect(tile(label)?.querySelector('a')).toHaveAttribute('href', address)
  })

  test('of a day that runs the same hours are compared, and that is said', async () => {
    await openDashboard('/dashboard')
    const told = screen.getByText(/ up to the same hour\. As of/)
    expect(told).toBeVisible()
    expect(told).toHaveTextContent(/As of \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M\.$/)
    // Pointed at, it tells its zone and UTC.
    expect(told.querySelector('time')?.dateTime).toMatch(/T.*Z$/)
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
  ])('%s says in words how it compares, and what is good news', async (label, words) => {
    await openDashboard(custom)
    expect(tile(label)).toHaveTextContent(words)
  })

  test('without the comparison nothing is said of the range before', async () => {
    await openDashboard(`${custom}&compare=0`)
    expect(
      screen.queryByText(/% from |compared|same weekdays|No change|Up from/i),
    ).not.toBeInTheDocument()
    expect(
      screen.getByRole('switch', { name: 'Compare with the previous period' }),
    ).not.toBeChecked()
  })

  test('revenue stands by currency in its own decimal places, each currency leading to its stores, its amount to the orders', async () => {
    await openDashboard(custom)
    const items = region('Revenue').getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'USD1,234.56↑ Up 100% from 617.28 (better)',
      'JPY5,000Up from 0',
    ])
    expect(
      region('Revenue').getByRole('link', { name: 'Stores with USD as their default currency' }),
    ).toHaveAttribute('href', '/stores?filter[defaultCurrency][eq]=USD')
    const amount = region('Revenue').getByRole('link', { name: 'Orders in USD: 1,234.56' })
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
  ])('%s that a figure is of lead to their list', async (name, address) => {
    await openDashboard(custom)
    expect(region('Figures').getByRole('link', { name })).toHaveAttribute('href', address)
  })

  test('many currencies stand behind a toggle', async () => {
    const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'AUD', 'CAD']
    await openDashboard(custom, () => ({
      revenue: currencies.map((currency) => ({ currency, now: 100, before: 0 })),
    }))
    expect(region('Revenue').getByText('2 more currencies')).toBeVisible()
    expect(region('Revenue').getByText('CAD')).not.toBeVisible()
  })
})

describe('charts', () => {
  test('orders by day: a drawing with words, and the same numbers in a table, each leading to its list', async () => {
    const { user } = await openDashboard(custom)
    const orders = chart('Orders by day')
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
    const day = (field: string) =>
      `filter[${field}][gte]=2026-01-11&filter[${field}][lte]=2026-01-11`
    const firstLinks = (name: string | RegExp, text: string) =>
      chart(name).getAllByRole('link', { name: text, hidden: true })[0]
    expect(firstLinks('Orders by day', '110')).toHaveAttribute(
      'href',
      `/paymentAttempt?orders&${day('placedAt')}`,
    )
    expect(firstLinks(/\(Points\)$/, '5')).toHaveAttribute(
      'href',
      `/credits?filter[type][eq]=redeem&filter[unit][eq]=points&${day('enteredAt')}`,
    )
  })

  test('failed payments by reason lead to the attempts; a reason that nobody named stands as it is', async () => {
    await openDashboard(custom)
    const items = chart('Failed payments by reason').getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual(['Expired card20', 'act_of_god10'])
    // The bar, and its row in the table.
    const links = chart('Failed payments by reason').getAllByRole('link', { name: '20' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(2).fill(
        `/paymentAttempt?filter[reason][eq]=expired_card&filter[attemptedAt][gte]=2026-01-11&filter[attemptedAt][lte]=2026-01-20`,
      ),
    )
  })

  test('credits are drawn for one unit, which the address names', async () => {
    const { user, address } = await openDashboard(custom)
    expect(chart(/\(Points\)$/).getByRole('img')).toHaveAccessibleDescription(
      'Issued: 100 in total, with a peak of 10 on 01/11/2026. Redeemed: 50 in total, with a peak of 5 on 01/11/2026.',
    )
    const units = within(screen.getByRole('list', { name: 'Chart unit' }))
    await user.click(units.getByRole('link', { name: 'EUR' }))
    await screen.findByRole('figure', { name: /\(EUR\)$/ })
    expect(address()).toBe(`${custom}&unit=EUR`)
    expect(tile('Issued')).toHaveTextContent('25.00')
    expect(tile('Expiring within 30 days')).toHaveTextContent('12.34')
  })

  test('a unit of the address that has no credits is said', async () => {
    await openDashboard(`${custom}&unit=XXX`)
    expect(
      screen.getByText('Showing Points because there are no credits in XXX for this period.'),
    ).toBeVisible()
    expect(chart(/\(Points\)$/)).toBeDefined()
  })

  test('one day is a point, and another for the day it is compared with', async () => {
    await openDashboard('/dashboard?range=custom&from=2026-01-11&to=2026-01-11')
    const drawing = chart('Orders by day').getByRole('img')
    expect(drawing.querySelectorAll('circle')).toHaveLength(2)
    expect(drawing.querySelectorAll('text')).toHaveLength(1)
  })

  test('366 days have few labels, the last day among them', async () => {
    await openDashboard('/dashboard?range=custom&from=2024-01-01&to=2024-12-31')
    const drawing = chart('Orders by day').getByRole('img')
    const labels = [...drawing.querySelectorAll('text')].map((text) => text.textContent)
    expect(labels.length).toBeLessThanOrEqual(7)
    expect(labels.at(-1)).toBe('12/31')
    expect(drawing.innerHTML).not.toMatch(/NaN|undefined|style=/)
  })

  test('where nothing happened they say so', async () => {
    await openDashboard(custom, () => ({}))
    for (const said of [
      'No orders in this period',
      'No failed payments in this period',
      'No credits in this period',
    ])
      expect(screen.getAllByRole('heading', { name: said })[0]).toBeVisible()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
    expect(tile('Orders')).toHaveTextContent(/^Orders0$/)
    expect(screen.getAllByText(/no earlier data/)).toHaveLength(1)
  })
})

describe('the range', () => {
  test('the switch changes the address and keeps the range', async () => {
    const { user, address } = await openDashboard('/dashboard?range=7')
    const compare = () => screen.getByRole('switch', { name: 'Compare with the previous period' })
    await user.click(compare())
    await waitFor(() => expect(compare()).not.toBeChecked())
    await waitFor(() => expect(address()).toBe('/dashboard?range=7&compare=0'))
    expect(compare()).toHaveFocus()
    await user.click(compare())
    await waitFor(() => expect(address()).toBe('/dashboard?range=7'))
  })

  test('days of its own are applied, and kept with a sentence where they are not right', async () => {
    const { user, address, asked } = await openDashboard(custom)
    const to = () => screen.getByLabelText('To')
    await user.clear(to())
    await user.type(to(), '2026-01-10')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('Enter a date on or after the start date.')).toBeVisible()
    expect(to()).toHaveValue('2026-01-10')
    await waitFor(() => expect(to()).toHaveFocus())
    expect(screen.getByRole('heading', { name: 'No figures for these dates' })).toBeVisible()
    await user.clear(to())
    await user.type(to(), '2026-01-12')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await screen.findByText(/^01\/11\/2026 to 01\/12\/2026/)
    expect(address()).toBe('/dashboard?range=custom&from=2026-01-11&to=2026-01-12')
    expect(asked()).toEqual(['from=2026-01-11&to=2026-01-20', 'from=2026-01-11&to=2026-01-12'])
  })

  test('a link of a range that is untidy is tidied', async () => {
    const { address } = await openDashboard('/dashboard?compare=1&range=90&from=&to=')
    expect(address()).toBe('/dashboard?range=90')
  })
})

describe('a platform', () => {
  const openWith = async (status: number) => {
    const platform = memoryPlatform()
    platform.replies.set('GET /dashboard', { status })
    await renderConsole('/dashboard', { platform })
  }

  test('that has no figures leaves the page standing with a sentence', async () => {
    await openWith(404)
    expect(
      await screen.findByText("This platform doesn't support dashboard figures."),
    ).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Totals' })).toBeVisible()
  })

  test('that does not answer is not said to have none', async () => {
    await openWith(502)
    expect(
      await screen.findByRole('heading', { name: "We couldn't load the figures" }),
    ).toBeVisible()
    expect(screen.getAllByText(/^The platform isn't responding/)[0]).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('that answers something else than agreed is not believed', async () => {
    const platform = memoryPlatform()
    platform.replies.set('GET /dashboard', { status: 200, body: { orders: 'many' } })
    await renderConsole('/dashboard', { platform })
    expect(await screen.findByText(/returned an unexpected response/)).toBeVisible()
  })
})
