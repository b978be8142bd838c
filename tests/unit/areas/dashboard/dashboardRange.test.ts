import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  listRangeDays,
  getPreviousRangeEndTime,
  isSupportedDay,
  countRangeDays,
  getPreviousRange,
} from '#shared/areas/dashboard/dayRange.ts'
import { addDays, countDays } from '#shared/format/dates.ts'
import { dashboardLinks } from '#client/areas/dashboard/dashboardLinks.ts'
import { buildDashboardUrl, parseDashboardView } from '#client/areas/dashboard/dashboardView.ts'
import { formatSort, parseListQuery } from '#shared/engine/list/listQuery.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { stores } from '#shared/areas/stores/stores.ts'

const today = '2026-03-09'
const parseView = (search: string) => parseDashboardView(new URLSearchParams(search), today)
const normalizeUrl = (search: string) => buildDashboardUrl(parseView(search))

describe('Range days', () => {
  test.each(['2026-01-31', '2024-02-29', '1999-12-31'])('%s is a valid day', (day) => {
    expect(isSupportedDay(day)).toBe(true)
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
  ])('"%s" is not a valid day', (day) => {
    expect(isSupportedDay(day)).toBe(false)
  })

  test('the previous range is as long, covers the same weekdays, and ends within the week before', () => {
    const from = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 366 }), (from, length) => {
        const range = { from, to: addDays(from, length - 1) }
        const before = getPreviousRange(range)
        expect(countRangeDays(before)).toBe(length)
        expect(before.to < from).toBe(true)
        // The same weekdays, with at most 6 days between the two ranges.
        expect(countDays(before.from, from) % 7).toBe(0)
        expect(countDays(before.to, from)).toBeLessThanOrEqual(7)
        expect(listRangeDays(range)).toHaveLength(length)
        expect(listRangeDays(range).every(isSupportedDay)).toBe(true)
      }),
    )
  })
})

describe('Previous range', () => {
  test.each([
    [1, '2026-03-02', '2026-03-02'],
    [7, '2026-02-24', '2026-03-02'],
    [8, '2026-02-16', '2026-02-23'],
    [30, '2026-01-04', '2026-02-02'],
    [90, '2025-09-10', '2025-12-08'],
  ])('%i days that end on a Monday are compared with %s to %s', (count, from, to) => {
    expect(getPreviousRange({ from: addDays(today, 1 - count), to: today })).toEqual({ from, to })
  })

  const range = { from: '2026-03-08', to: today }
  test.each([
    ['2026-03-09T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['2026-03-09T06:00:00.000Z', '2026-03-02T06:00:00.000Z'],
    ['2026-03-10T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
    ['2026-05-01T11:22:33.444Z', '2026-03-03T00:00:00.000Z'],
  ])('at %s, the previous range is counted until %s', (now, end) => {
    expect(getPreviousRangeEndTime(range, new Date(now))).toBe(end)
  })
})

describe('Dashboard URL', () => {
  test('without parameters, it shows the last 30 days with a comparison', () => {
    expect(parseView('')).toEqual({
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
  ])('%s selects its days', (search, days) => {
    expect(parseView(search)).toMatchObject({ days, errors: {} })
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
  ])('"%s" is normalized to %s', (search, address) => {
    expect(normalizeUrl(search)).toBe(address)
  })

  test.each([
    ['range=banana', '30', ['range']],
    ['range=banana&range=7', '7', ['range']],
    ['range=31&from=2026-01-01&to=', '30', ['range', 'from']],
    ['compare=maybe&compare=1', '30', ['compare']],
    ['unit=%3Cb%3E&rnage=7', '30', ['unit', 'rnage']],
    ['toString=1', '30', ['toString']],
    ['find=acme&jobs&notice=saved&password', '30', []],
  ])(
    '"%s" shows the range %s, and the URL keeps the ignored parameters %j',
    (search, range, names) => {
      const view = parseView(search)
      expect(view).toMatchObject({ range, compare: true, unit: null })
      expect(view.ignoredParams.map(({ name }) => name)).toEqual(names)
      const normalizedParams = new URLSearchParams(normalizeUrl(search).split('?')[1])
      for (const { name, value } of view.ignoredParams)
        expect(normalizedParams.getAll(name)).toContain(value)
      expect(buildDashboardUrl({ ...view, ignoredParams: [] })).not.toMatch(
        /banana|31|maybe|%3C|rnage/,
      )
    },
  )

  test('parsing the URL of a view returns the same view', () => {
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
          const view = parseView(new URLSearchParams({ ...range, compare, unit }).toString())
          const address = buildDashboardUrl(view)
          expect(parseView(address.split('?')[1] ?? '')).toEqual(view)
        },
      ),
    )
  })
})

describe('Dashboard form', () => {
  const buildFormQuery = (
    range: string,
    from: string,
    to: string,
    compare = 'compare=0&compare=1',
  ) => `range=${range}&from=${from}&to=${to}&range=custom&${compare}`

  test('the comparison is on if the switch sends both values', () => {
    expect(parseView('compare=0&compare=1').compare).toBe(true)
    expect(parseView('compare=0').compare).toBe(false)
  })

  test('changed days turn a preset into a custom range', () => {
    expect(normalizeUrl(buildFormQuery('7', '2026-03-01', today))).toBe(
      '/dashboard?range=custom&from=2026-03-01&to=2026-03-09',
    )
  })

  test('a preset with unchanged days stays a preset, so it moves with today', () => {
    expect(normalizeUrl(buildFormQuery('7', '2026-03-03', today, 'compare=0'))).toBe(
      '/dashboard?range=7&compare=0',
    )
  })
})

describe('Dashboard days that are not valid', () => {
  test.each([
    ['from=&to=2026-01-01', { from: 'From is a required field' }],
    ['', { from: 'From is a required field', to: 'To is a required field' }],
    ['from=2026-02-30&to=2026-03-01', { from: 'Enter a valid date.' }],
    ['from=2026-01-01&to=soon', { to: 'Enter a valid date.' }],
    ['from=2026-03-08&to=2026-03-07', { to: 'Enter a date on or after the start date.' }],
    ['from=2026-03-08&to=2026-03-10', { to: 'Enter a date no later than today (UTC).' }],
    ['from=2025-03-08&to=2026-03-09', { from: 'Choose a range of at most 366 days.' }],
  ])('"%s" keeps its input and returns %j', (search, errors) => {
    const input = Object.fromEntries(new URLSearchParams(search))
    expect(parseView(`range=custom&${search}`)).toMatchObject({ days: null, errors, input })
  })
})

describe('Dashboard links', () => {
  test.each([
    [dashboardLinks.activeStores(), 'status eq active', 'name'],
    [dashboardLinks.failingStores(), 'failing eq 1', 'name'],
    [dashboardLinks.storesIn('EUR'), 'defaultCurrency eq EUR', 'name'],
  ])('the store list parses %s', (address, filter, order) => {
    const [path, search] = address.split('?')
    const { query, problems } = parseListQuery(stores, new URLSearchParams(search))
    expect({ path, problems }).toEqual({ path: '/stores', problems: [] })
    expect(query.filters.map(({ field, op, value }) => `${field} ${op} ${value}`).join()).toBe(
      filter,
    )
    expect(formatSort(query.sort)).toBe(order)
  })

  const days = { from: '2026-01-01', to: '2026-01-31' }
  test.each([
    [orders, dashboardLinks.orders(days), ''],
    [orders, dashboardLinks.ordersIn(days, 'EUR'), 'currency eq EUR,'],
    [mails, dashboardLinks.mails(days, 'failed'), 'status eq failed,'],
    [giftCards, dashboardLinks.giftCards(days, 'sent'), 'status eq sent,environment eq live,'],
    [paymentAttempts, dashboardLinks.paymentsRecovered(days), ''],
    [creditEntries, dashboardLinks.credits(days, 'issue', 'EUR'), 'type eq issue,unit eq EUR,'],
  ])('the list $name parses the days of its link', (resource, address, otherFilters) => {
    expect(address.startsWith(resource.path)).toBe(true)
    const search = new URLSearchParams(address.split('?')[1])
    for (const name of Object.keys(Object.fromEntries(search)))
      if (!name.includes('[')) search.delete(name)
    const { query, problems, unread } = parseListQuery(resource, search)
    expect({ problems, unread }).toEqual({ problems: [], unread: [] })
    const filters = query.filters.map(({ field, op, value }) => `${field} ${op} ${value}`).join()
    expect(filters).toMatch(new RegExp(`^${otherFilters}(\\w+) gte 2026-01-01,\\1 lte 2026-01-31$`))
  })

  test('payment and credit links filter by the days of the range', () => {
    const buildDayFilters = (field: string) =>
      `filter[${field}][gte]=2026-01-01&filter[${field}][lte]=2026-01-31`
    const time = buildDayFilters('attemptedAt')
    expect(dashboardLinks.paymentsFailed(days)).toBe(`/paymentAttempt?${time}`)
    expect(dashboardLinks.paymentsRecovered(days)).toBe(
      `/paymentAttempt?${buildDayFilters('recoveredAt')}`,
    )
    expect(dashboardLinks.reason(days, 'fraud_block')).toBe(
      `/paymentAttempt?filter[reason][eq]=fraud_block&${time}`,
    )
    expect(dashboardLinks.credits(days, 'issue', 'EUR')).toBe(
      `/credits?filter[type][eq]=issue&filter[unit][eq]=EUR&${buildDayFilters('enteredAt')}`,
    )
    expect(dashboardLinks.expiringCredits('points')).toBe(
      '/credits?liability&filter[unit][eq]=points&filter[expiring][gte]=1',
    )
  })
})
