import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  listRangeDays,
  getPreviousRangeEnd,
  isRangeDay,
  countRangeDays,
  getPreviousRange,
} from '#shared/areas/dashboard/dayRange.ts'
import { addDays, countDays } from '#shared/format/dates.ts'
import { dashboardLinks } from '#client/areas/dashboard/dashboardLinks.ts'
import { buildDashboardUrl, parseDashboardView } from '#client/areas/dashboard/dashboardView.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { stores } from '#shared/areas/stores/stores.ts'

const today = '2026-03-09'
const viewOf = (search: string) => parseDashboardView(new URLSearchParams(search), today)
const tidied = (search: string) => buildDashboardUrl(viewOf(search))

describe('days', () => {
  test.each(['2026-01-31', '2024-02-29', '1999-12-31'])('%s is a day', (day) => {
    expect(isRangeDay(day)).toBe(true)
  })
  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-1-1',
    '01/02/2026',
    '1899-12-31',
    '9999-12-31',
    '',
  ])('"%s" is none', (day) => {
    expect(isRangeDay(day)).toBe(false)
  })

  test('a range before another is as long and ends the day before it', () => {
    const from = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 366 }), (from, length) => {
        const range = { from, to: addDays(from, length - 1) }
        const before = getPreviousRange(range)
        expect(countRangeDays(before)).toBe(length)
        expect(before.to < from).toBe(true)
        // The same weekdays, and never more than the week that this takes in between.
        expect(countDays(before.from, from) % 7).toBe(0)
        expect(countDays(before.to, from)).toBeLessThanOrEqual(7)
        expect(listRangeDays(range)).toHaveLength(length)
        expect(listRangeDays(range).every(isRangeDay)).toBe(true)
      }),
    )
  })
})

describe('what a range is compared with', () => {
  test.each([
    [1, '2026-03-02', '2026-03-02'],
    [7, '2026-02-24', '2026-03-02'],
    [8, '2026-02-16', '2026-02-23'],
    [30, '2026-01-04', '2026-02-02'],
    [90, '2025-09-10', '2025-12-08'],
  ])('%i days until a Monday: as many until the Monday before them', (count, from, to) => {
    expect(getPreviousRange({ from: addDays(today, 1 - count), to: today })).toEqual({ from, to })
  })

  const range = { from: '2026-03-08', to: today }
  test.each([
    ['2026-03-09T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['2026-03-09T06:00:00.000Z', '2026-03-02T06:00:00.000Z'],
    ['2026-03-10T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
    ['2026-05-01T11:22:33.444Z', '2026-03-03T00:00:00.000Z'],
  ])('at %s it is counted until %s', (now, end) => {
    expect(getPreviousRangeEnd(range, new Date(now))).toBe(end)
  })
})

describe('the address of the dashboard', () => {
  test('without parameters it is 30 days until today, compared', () => {
    expect(viewOf('')).toEqual({
      range: '30',
      days: { from: '2026-02-08', to: today },
      input: { from: '2026-02-08', to: today },
      errors: {},
      compare: true,
      unit: null,
      ignoredParams: [],
    })
  })

  test.each([
    ['range=7', { from: '2026-03-03', to: today }],
    ['range=90', { from: '2025-12-10', to: today }],
    ['range=custom&from=2026-01-01&to=2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
    ['range=custom&from=2025-03-09&to=2026-03-09', { from: '2025-03-09', to: today }],
  ])('%s shows its days', (search, days) => {
    expect(viewOf(search)).toMatchObject({ days, errors: {} })
  })

  test.each([
    ['', '/dashboard'],
    ['range=30&compare=1', '/dashboard'],
    ['from=2026-01-01&to=2026-01-02', '/dashboard?range=custom&from=2026-01-01&to=2026-01-02'],
    ['compare=0&unit=EUR&range=7', '/dashboard?range=7&compare=0&unit=EUR'],
    ['range=&compare=&unit=&from=', '/dashboard'],
    [
      'to=2026-01-02&from=+2026-01-01+&range=custom',
      '/dashboard?range=custom&from=2026-01-01&to=2026-01-02',
    ],
  ])('"%s" is written %s', (search, address) => {
    expect(tidied(search)).toBe(address)
  })

  test.each([
    ['range=banana', '30', ['range']],
    ['range=banana&range=7', '7', ['range']],
    ['range=31&from=2026-01-01&to=', '30', ['range', 'from']],
    ['compare=maybe&compare=1', '30', ['compare']],
    ['unit=%3Cb%3E&rnage=7', '30', ['unit', 'rnage']],
    ['toString=1', '30', ['toString']],
    ['find=acme&jobs&notice=saved&password', '30', []],
  ])('of "%s" what is not understood is told, and the address keeps it', (search, range, names) => {
    const view = viewOf(search)
    expect(view).toMatchObject({ range, compare: true, unit: null })
    expect(view.ignoredParams.map(({ name }) => name)).toEqual(names)
    const kept = new URLSearchParams(tidied(search).split('?')[1])
    for (const { name, value } of view.ignoredParams) expect(kept.getAll(name)).toContain(value)
    expect(buildDashboardUrl({ ...view, ignoredParams: [] })).not.toMatch(
      /banana|31|maybe|%3C|rnage/,
    )
  })

  test('one view has one address: what is written is read as the same view', () => {
    const text = fc.oneof(
      fc.constantFrom('2026-01-05', '2026-03-09', '2027-01-01', ''),
      fc.string(),
    )
    fc.assert(
      fc.property(
        fc.record({ range: fc.constantFrom('7', '30', '90', 'custom', 'x'), from: text, to: text }),
        fc.constantFrom('0', '1', ''),
        fc.constantFrom('', 'EUR', 'points', '&'),
        (range, compare, unit) => {
          const view = viewOf(new URLSearchParams({ ...range, compare, unit }).toString())
          const address = buildDashboardUrl(view)
          expect(viewOf(address.split('?')[1] ?? '')).toEqual(view)
        },
      ),
    )
  })
})

describe('what the form sends', () => {
  const sent = (range: string, from: string, to: string, compare = 'compare=0&compare=1') =>
    `range=${range}&from=${from}&to=${to}&range=custom&${compare}`

  test('a switch that is on sends both its values', () => {
    expect(viewOf('compare=0&compare=1').compare).toBe(true)
    expect(viewOf('compare=0').compare).toBe(false)
  })

  test('days of its own make it custom', () => {
    expect(tidied(sent('7', '2026-03-01', today))).toBe(
      '/dashboard?range=custom&from=2026-03-01&to=2026-03-09',
    )
  })

  test('a preset whose days were left alone stays the preset, which moves on tomorrow', () => {
    expect(tidied(sent('7', '2026-03-03', today, 'compare=0'))).toBe('/dashboard?range=7&compare=0')
  })
})

describe('days that are not right are kept as typed, with a sentence at their field', () => {
  test.each([
    ['from=&to=2026-01-01', { from: 'From is a required field' }],
    ['', { from: 'From is a required field', to: 'To is a required field' }],
    ['from=2026-02-30&to=2026-03-01', { from: 'Enter a valid date.' }],
    ['from=2026-01-01&to=soon', { to: 'Enter a valid date.' }],
    ['from=2026-03-08&to=2026-03-07', { to: 'Enter a date on or after the start date.' }],
    ['from=2026-03-08&to=2026-03-10', { to: 'Enter a date no later than today (UTC).' }],
    ['from=2025-03-08&to=2026-03-09', { from: 'Choose a range of at most 366 days.' }],
  ])('%s', (search, errors) => {
    const input = Object.fromEntries(new URLSearchParams(search))
    expect(viewOf(`range=custom&${search}`)).toMatchObject({ days: null, errors, input })
  })
})

describe('every number leads to a list that exists', () => {
  test.each([
    [dashboardLinks.activeStores(), 'status eq active', 'name'],
    [dashboardLinks.failingStores(), 'failing eq 1', 'name'],
    [dashboardLinks.storesIn('EUR'), 'defaultCurrency eq EUR', 'name'],
  ])('%s is understood by the list of stores', (address, filter, order) => {
    const [path, search] = address.split('?')
    const { query, problems } = parseListQuery(stores, new URLSearchParams(search))
    expect({ path, problems }).toEqual({ path: '/stores', problems: [] })
    expect(query.filters.map(({ field, op, value }) => `${field} ${op} ${value}`).join()).toBe(
      filter,
    )
    expect(`${query.sort.descending ? '-' : ''}${query.sort.field}`).toBe(order)
  })

  const days = { from: '2026-01-01', to: '2026-01-31' }
  test.each([
    [orders, dashboardLinks.orders(days), ''],
    [orders, dashboardLinks.ordersIn(days, 'EUR'), 'currency eq EUR,'],
    [mails, dashboardLinks.mails(days, 'failed'), 'status eq failed,'],
    [giftCards, dashboardLinks.giftCards(days, 'sent'), 'status eq sent,environment eq live,'],
    [paymentAttempts, dashboardLinks.paymentsRecovered(days), ''],
    [creditEntries, dashboardLinks.credits(days, 'issue', 'EUR'), 'type eq issue,unit eq EUR,'],
  ])('the list $name understands its days', (resource, address, others) => {
    expect(address.startsWith(resource.path)).toBe(true)
    const search = new URLSearchParams(address.split('?')[1])
    for (const name of Object.keys(Object.fromEntries(search)))
      if (!name.includes('[')) search.delete(name)
    const { query, problems, unread } = parseListQuery(resource, search)
    expect({ problems, unread }).toEqual({ problems: [], unread: [] })
    const told = query.filters.map(({ field, op, value }) => `${field} ${op} ${value}`).join()
    expect(told).toMatch(new RegExp(`^${others}(\\w+) gte 2026-01-01,\\1 lte 2026-01-31$`))
  })

  test('payments and credits name the days of the range', () => {
    const of = (field: string) =>
      `filter[${field}][gte]=2026-01-01&filter[${field}][lte]=2026-01-31`
    const time = of('attemptedAt')
    expect(dashboardLinks.paymentsFailed(days)).toBe(`/paymentAttempt?${time}`)
    expect(dashboardLinks.paymentsRecovered(days)).toBe(`/paymentAttempt?${of('recoveredAt')}`)
    expect(dashboardLinks.reason(days, 'fraud_block')).toBe(
      `/paymentAttempt?filter[reason][eq]=fraud_block&${time}`,
    )
    expect(dashboardLinks.credits(days, 'issue', 'EUR')).toBe(
      `/credits?filter[type][eq]=issue&filter[unit][eq]=EUR&${of('enteredAt')}`,
    )
    expect(dashboardLinks.expiringCredits('points')).toBe(
      '/credits?liability&filter[unit][eq]=points&filter[expiring][gte]=1',
    )
  })
})
