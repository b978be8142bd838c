import { assert } from 'superstruct'
import { beforeAll, describe, expect, test } from 'vitest'
import { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { listRangeDays, getLastDays } from '#shared/areas/dashboard/dayRange.ts'
import { addDays, toDay } from '#shared/format/dates.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows } from '#tests/api/support/records.ts'

const range = { from: '2026-01-11', to: '2026-01-20' }
/** The previous range: as many days, on the same weekdays, two weeks earlier. */
const previousRange = { from: '2025-12-28', to: '2026-01-06' }
const getUrl = ({ from, to } = range) => `/dashboard?from=${from}&to=${to}`
const zero = { now: 0, before: 0 }

/** Builds the figures of a store for a day. Each column gets a different number. */
const buildDayRow = (storeId: number, day: string, size: number) => ({
  storeId,
  day,
  orders: size,
  revenue: size * 1000 + 1,
  paymentsFailed: size * 2,
  paymentsRecovered: size * 3,
  creditsIssued: size * 5,
  creditsRedeemed: size * 7,
  giftCardsSent: size * 11,
  giftCardsFailed: size * 13,
  mailSent: size * 17,
  mailFailed: size * 19,
})
type DayRow = ReturnType<typeof buildDayRow>

const insertInto = ({ platform }: TestPlatform, table: string, rows: Record<string, unknown>[]) =>
  withRecordTables(platform.db).insertInto(table).values(rows).execute()

/** Inserts four stores and their days in the range, in the previous range, and just outside. */
async function insertStoresAndDays(platform: TestPlatform) {
  const buildStore = (code: string, kind: string, currency: string, status: string) => ({
    name: code,
    code,
    subdomain: code,
    type: kind,
    plan: 'growth',
    country: 'US',
    defaultCurrency: currency,
    status,
  })
  const inserted = await insertRows(platform, stores, [
    buildStore('dollars', 'retail', 'USD', 'active'),
    buildStore('more-dollars', 'gift', 'USD', 'draft'),
    buildStore('euros', 'mixed', 'EUR', 'active'),
    buildStore('counting', 'points', 'EUR', 'suspended'),
  ])
  const [dollars = 0, moreDollars = 0, euros = 0, counting = 0] = inserted.map(({ id }) => id)
  const days = [
    ...listRangeDays(range).flatMap((day, at) => [
      buildDayRow(dollars, day, at + 1),
      buildDayRow(moreDollars, day, 2 * at),
      buildDayRow(counting, day, 3),
    ]),
    buildDayRow(euros, previousRange.to, 40),
    buildDayRow(dollars, previousRange.from, 50),
    buildDayRow(dollars, addDays(previousRange.from, -1), 1000),
    buildDayRow(dollars, addDays(previousRange.to, 1), 1000),
    buildDayRow(dollars, addDays(range.to, 1), 1000),
  ]
  await insertInto(platform, 'storeDays', days)
  return { dollars, moreDollars, euros, counting, days }
}

describe.each(chooseDatabases('PostgreSQL'))('GET /dashboard on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let fixture: Awaited<ReturnType<typeof insertStoresAndDays>>
  beforeAll(async () => {
    call = await openSession(platform())
    fixture = await insertStoresAndDays(platform())
  })

  async function loadDashboard(path = getUrl()): Promise<Dashboard> {
    const { status, body } = await call('GET', path)
    expect(status, JSON.stringify(body)).toBe(200)
    assert(body, Dashboard)
    return body
  }

  const sumDays = (days: typeof range, getValue: (row: DayRow) => number, stores?: number[]) =>
    fixture.days
      .filter(({ day }) => day >= days.from && day <= days.to)
      .filter(({ storeId }) => stores?.includes(storeId) ?? true)
      .reduce((sum, row) => sum + getValue(row), 0)
  const sumBothRanges = (getValue: (row: DayRow) => number, stores?: number[]) => ({
    now: sumDays(range, getValue, stores),
    before: sumDays(previousRange, getValue, stores),
  })

  test('figures are sums over the range and over the previous range', async () => {
    const answer = await loadDashboard()
    expect(answer).toMatchObject({
      range,
      before: previousRange,
      orders: sumBothRanges(({ orders }) => orders),
      paymentsFailed: sumBothRanges(({ paymentsFailed }) => paymentsFailed),
      paymentsRecovered: sumBothRanges(({ paymentsRecovered }) => paymentsRecovered),
      giftCardsSent: sumBothRanges(({ giftCardsSent }) => giftCardsSent),
      giftCardsFailed: sumBothRanges(({ giftCardsFailed }) => giftCardsFailed),
      mailSent: sumBothRanges(({ mailSent }) => mailSent),
      mailFailed: sumBothRanges(({ mailFailed }) => mailFailed),
    })
    expect(answer.orders).toEqual({ now: 55 + 90 + 30, before: 90 })
  })

  test('revenue is summed per currency', async () => {
    const { dollars, moreDollars, euros, counting } = fixture
    expect((await loadDashboard()).revenue).toEqual([
      { currency: 'USD', ...sumBothRanges(({ revenue }) => revenue, [dollars, moreDollars]) },
      { currency: 'EUR', ...sumBothRanges(({ revenue }) => revenue, [euros, counting]) },
    ])
  })

  test('orders are counted per day, including days without orders', async () => {
    const { ordersByDay } = await loadDashboard()
    const countOrders = (day: string) => sumDays({ from: day, to: day }, ({ orders }) => orders)
    expect(ordersByDay).toEqual({
      now: listRangeDays(range).map(countOrders),
      before: listRangeDays(previousRange).map(countOrders),
    })
    expect(ordersByDay.before).toEqual([50, 0, 0, 0, 0, 0, 0, 0, 0, 40])
  })

  test('credits are listed per unit: points, or the currency of the store', async () => {
    const { credits } = await loadDashboard()
    expect(credits.map(({ unit }) => unit)).toEqual(['points', 'USD', 'EUR'])
    const zeros = listRangeDays(previousRange).map(() => 0)
    expect(credits[0]).toEqual({
      unit: 'points',
      issued: { now: listRangeDays(range).map(() => 15), before: zeros },
      redeemed: { now: listRangeDays(range).map(() => 21), before: zeros },
      expiring: 0,
    })
    expect(credits[2]?.redeemed.before).toEqual([...zeros.slice(1), 280])
    expect(credits[1]?.issued.now).toEqual(
      listRangeDays(range).map((_, at) => 5 * (at + 1) + 10 * at),
    )
  })

  test('failed payments are counted per reason on the UTC day of the attempt', async () => {
    const money = { storeId: fixture.dollars, amount: 100, currency: 'USD' }
    const order = { ...money, placedAt: '2026-01-01T00:00:00Z', status: 'failed' }
    await insertInto(platform(), 'orders', [order])
    const buildAttempt = (reason: string, attemptedAt: string) => ({
      ...money,
      orderId: 1,
      gateway: 'stripe',
      attempt: 1,
      rawCode: 'x',
      status: 'open',
      reason,
      attemptedAt,
    })
    await insertInto(platform(), 'paymentAttempts', [
      buildAttempt('expired_card', '2025-12-27T23:59:59.999Z'),
      buildAttempt('expired_card', '2025-12-28T00:00:00Z'),
      buildAttempt('fraud_block', '2026-01-06T23:59:59.999Z'),
      buildAttempt('fraud_block', '2026-01-07T00:00:00Z'),
      buildAttempt('expired_card', '2026-01-11T00:00:00Z'),
      buildAttempt('gateway_error', '2026-01-15T12:00:00Z'),
      buildAttempt('expired_card', '2026-01-20T23:59:59.999Z'),
      buildAttempt('gateway_error', '2026-01-21T00:00:00Z'),
    ])
    expect((await loadDashboard()).failedByReason).toEqual([
      { reason: 'expired_card', now: 2, before: 1 },
      { reason: 'gateway_error', now: 1, before: 0 },
      { reason: 'fraud_block', now: 0, before: 1 },
    ])
  })

  test('emails without a store count on the day they ended, only for accounts with all stores', async () => {
    const buildEmail = (status: string, endedAt: string) => ({
      time: '2026-01-01T00:00:00Z',
      kind: 'invitation',
      recipient: 'x',
      subject: 'x',
      status,
      endedAt,
    })
    const loadEmailCounts = async (caller: Caller) => {
      const { body } = await caller('GET', getUrl())
      return [body.mailSent, body.mailFailed]
    }
    const limitedCaller = await openSession(
      platform(),
      await platform().addAccount(['ordersRead', 'ordersRead:read'], [fixture.dollars]),
    )
    const [before, limited] = [await loadEmailCounts(call), await loadEmailCounts(limitedCaller)]
    await insertInto(platform(), 'mails', [
      buildEmail('sent', '2026-01-20T23:59:59.999Z'),
      buildEmail('sent', '2026-01-21T00:00:00Z'),
      buildEmail('sent', '2026-01-07T00:00:00Z'),
      buildEmail('failed', '2025-12-28T00:00:00Z'),
    ])
    expect(await loadEmailCounts(call)).toEqual([
      { ...before[0], now: before[0].now + 1 },
      { ...before[1], before: before[1].before + 1 },
    ])
    expect(await loadEmailCounts(limitedCaller)).toEqual(limited)
  })

  test('stores and integrations are counted in their current state', async () => {
    const { dollars, euros } = fixture
    await insertInto(platform(), 'integrations', [
      { storeId: dollars, kind: 'mail', state: 'degraded' },
      { storeId: dollars, kind: 'payment', state: 'degraded' },
      { storeId: euros, kind: 'mail', state: 'degraded' },
      { storeId: euros, kind: 'payment', state: 'active' },
    ])
    expect(await loadDashboard()).toMatchObject({
      stores: { active: 2, all: 4 },
      integrations: { degraded: 3, stores: 2 },
    })
  })

  test('expiring credits are the unspent credits that expire within 30 days', async () => {
    const now = platform().platform.now()
    const getTimeInDays = (days: number) =>
      new Date(now.getTime() + days * 86_400_000).toISOString()
    const member = { storeId: fixture.euros, groupId: null, active: true }
    const [spender, saver] = await insertRows(platform(), members, [
      { ...member, name: 'Spender', email: 'spender@example.com' },
      { ...member, name: 'Saver', email: 'saver@example.com' },
    ])
    const buildEntry = (
      memberId: number | undefined,
      amount: number,
      balance: number,
      expiresInDays?: number,
    ) => ({
      storeId: fixture.euros,
      memberId,
      enteredAt: getTimeInDays(-5),
      type: amount > 0 ? 'issue' : 'redeem',
      amount,
      unit: 'EUR',
      balance,
      reason: 'x',
      issuedBy: 'x',
      expiresAt: expiresInDays === undefined ? null : getTimeInDays(expiresInDays),
    })
    await insertInto(platform(), 'creditEntries', [
      buildEntry(spender?.id, 500, 500, 10),
      buildEntry(spender?.id, -400, 100),
      buildEntry(saver?.id, 70, 70, 29),
      buildEntry(saver?.id, 20, 90, 31),
      buildEntry(saver?.id, 9, 99, -1),
    ])
    const { credits } = await loadDashboard()
    expect(credits.map(({ unit, expiring }) => [unit, expiring])).toEqual([
      ['points', 0],
      ['USD', 0],
      ['EUR', 100 + 70],
    ])
    const query = 'filter[unit][eq]=EUR&filter[expiring][gte]=1'
    const { body: list } = await call('GET', `/creditLiabilities?${query}`)
    expect(list.sums).toMatchObject([{ unit: 'EUR', expiring: 100 + 70 }])
  })

  test('the default range is the last 30 days', async () => {
    expect((await loadDashboard('/dashboard')).range).toEqual(
      getLastDays(30, toDay(platform().platform.now())),
    )
  })

  test('a range can have 1 to 366 days', async () => {
    const singleDay = await loadDashboard(getUrl({ from: range.to, to: range.to }))
    expect(singleDay).toMatchObject({ before: { from: '2026-01-13', to: '2026-01-13' } })
    expect(singleDay.ordersByDay).toEqual({ now: [10 + 18 + 3], before: [3 + 4 + 3] })
    const year = await loadDashboard(getUrl({ from: '2024-01-01', to: '2024-12-31' }))
    expect(year.ordersByDay.now).toHaveLength(366)
    expect(year.before).toEqual({ from: '2022-12-26', to: '2023-12-26' })
  })

  test.each([
    ['from=2026-01-11', /together/],
    ['to=2026-01-11', /together/],
    ['from=2026-02-30&to=2026-03-01', /^"from" must be a date/],
    ['from=2026-01-01&to=01/20/2026', /^"to" must be a date/],
    ['from=2026-01-01T00:00:00Z&to=2026-01-02', /^"from" must be a date/],
    ['from=&to=', /^"from" must be a date/],
    ['from=9999-12-31&to=9999-12-31', /^"from" must be a date/],
    ['from=2026-01-12&to=2026-01-11', /on or after/],
    ['from=2024-01-01&to=2025-01-01', /at most 366/],
    ['from=2026-01-01&to=2026-01-02&days=7', /parameter "days" isn.t supported/],
    ['from=2026-01-01&to=2026-01-02&to=2026-01-03', /used only once/],
  ])('rejects %s with 400', async (query, detail) => {
    const answer = await call('GET', `/dashboard?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } })
  })

  test('needs ordersRead', async () => {
    const limited = await openSession(platform(), await platform().addAccount(['dashboardRead']))
    expect(await limited('GET', getUrl())).toMatchObject({
      status: 403,
      body: { permission: 'ordersRead:read' },
    })
  })
})

describe.each(chooseDatabases('PostgreSQL'))('GET /dashboard on an empty $name', (database) => {
  const platform = usePlatform(database)

  test('returns zeros', async () => {
    const zeros = listRangeDays(range).map(() => 0)
    const call = await openSession(platform())
    expect((await call('GET', getUrl())).body).toEqual({
      range,
      before: previousRange,
      stores: { active: 0, all: 0 },
      integrations: { degraded: 0, stores: 0 },
      incidents: 0,
      orders: zero,
      paymentsFailed: zero,
      paymentsRecovered: zero,
      giftCardsSent: zero,
      giftCardsFailed: zero,
      mailSent: zero,
      mailFailed: zero,
      revenue: [],
      ordersByDay: { now: zeros, before: zeros },
      failedByReason: [],
      credits: [],
    })
  })
})
