import { assert } from 'superstruct'
import { beforeAll, describe, expect, test } from 'vitest'
import { Dashboard } from '#shared/areas/dashboard/dashboardCalls.ts'
import { listRangeDays, getLastDays } from '#shared/areas/dashboard/dayRange.ts'
import { addDays, toDay } from '#shared/format/dates.ts'
import { members } from '#shared/areas/members/members.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { insertRows } from '#tests/api/support/records.ts'

const range = { from: '2026-01-11', to: '2026-01-20' }
/** As many days on the same weekdays: two weeks earlier. */
const before = { from: '2025-12-28', to: '2026-01-06' }
const target = ({ from, to } = range) => `/dashboard?from=${from}&to=${to}`
const zero = { now: 0, before: 0 }

/** What a store did in a day; every column has a number of its own. */
const dayRow = (storeId: number, day: string, size: number) => ({
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
type DayRow = ReturnType<typeof dayRow>

const insert = ({ platform }: TestPlatform, table: string, rows: Record<string, unknown>[]) =>
  withRecordTables(platform.db).insertInto(table).values(rows).execute()

/** Four stores and their days: in the range, before it, and just beyond both. */
async function fill(platform: TestPlatform) {
  const store = (code: string, kind: string, currency: string, status: string) => ({
    name: code,
    code,
    subdomain: code,
    type: kind,
    plan: 'growth',
    country: 'US',
    defaultCurrency: currency,
    status,
  })
  const made = await insertRows(platform, stores, [
    store('dollars', 'retail', 'USD', 'active'),
    store('more-dollars', 'gift', 'USD', 'draft'),
    store('euros', 'mixed', 'EUR', 'active'),
    store('counting', 'points', 'EUR', 'suspended'),
  ])
  const [dollars = 0, moreDollars = 0, euros = 0, counting = 0] = made.map(({ id }) => id)
  const days = [
    ...listRangeDays(range).flatMap((day, at) => [
      dayRow(dollars, day, at + 1),
      dayRow(moreDollars, day, 2 * at),
      dayRow(counting, day, 3),
    ]),
    dayRow(euros, before.to, 40),
    dayRow(dollars, before.from, 50),
    dayRow(dollars, addDays(before.from, -1), 1000),
    dayRow(dollars, addDays(before.to, 1), 1000),
    dayRow(dollars, addDays(range.to, 1), 1000),
  ]
  await insert(platform, 'storeDays', days)
  return { dollars, moreDollars, euros, counting, days }
}

describe.each(usually('PostgreSQL'))('GET /dashboard on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let made: Awaited<ReturnType<typeof fill>>
  beforeAll(async () => {
    call = await signedIn(platform())
    made = await fill(platform())
  })

  async function ask(path = target()): Promise<Dashboard> {
    const { status, body } = await call('GET', path)
    expect(status, JSON.stringify(body)).toBe(200)
    assert(body, Dashboard)
    return body
  }

  const within = (days: typeof range, of: (row: DayRow) => number, stores?: number[]) =>
    made.days
      .filter(({ day }) => day >= days.from && day <= days.to)
      .filter(({ storeId }) => stores?.includes(storeId) ?? true)
      .reduce((sum, row) => sum + of(row), 0)
  const sums = (of: (row: DayRow) => number, stores?: number[]) => ({
    now: within(range, of, stores),
    before: within(before, of, stores),
  })

  test('figures are the sums of the range, and of the range before', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({
      range,
      before,
      orders: sums(({ orders }) => orders),
      paymentsFailed: sums(({ paymentsFailed }) => paymentsFailed),
      paymentsRecovered: sums(({ paymentsRecovered }) => paymentsRecovered),
      giftCardsSent: sums(({ giftCardsSent }) => giftCardsSent),
      giftCardsFailed: sums(({ giftCardsFailed }) => giftCardsFailed),
      mailSent: sums(({ mailSent }) => mailSent),
      mailFailed: sums(({ mailFailed }) => mailFailed),
    })
    expect(answer.orders).toEqual({ now: 55 + 90 + 30, before: 90 })
  })

  test('revenue stands by currency, never summed across', async () => {
    const { dollars, moreDollars, euros, counting } = made
    expect((await ask()).revenue).toEqual([
      { currency: 'USD', ...sums(({ revenue }) => revenue, [dollars, moreDollars]) },
      { currency: 'EUR', ...sums(({ revenue }) => revenue, [euros, counting]) },
    ])
  })

  test('orders stand by day, days without any included', async () => {
    const { ordersByDay } = await ask()
    const on = (day: string) => within({ from: day, to: day }, ({ orders }) => orders)
    expect(ordersByDay).toEqual({
      now: listRangeDays(range).map(on),
      before: listRangeDays(before).map(on),
    })
    expect(ordersByDay.before).toEqual([50, 0, 0, 0, 0, 0, 0, 0, 0, 40])
  })

  test('credits stand by unit: points where the store counts points, else its currency', async () => {
    const { credits } = await ask()
    expect(credits.map(({ unit }) => unit)).toEqual(['points', 'USD', 'EUR'])
    const none = listRangeDays(before).map(() => 0)
    expect(credits[0]).toEqual({
      unit: 'points',
      issued: { now: listRangeDays(range).map(() => 15), before: none },
      redeemed: { now: listRangeDays(range).map(() => 21), before: none },
      expiring: 0,
    })
    expect(credits[2]?.redeemed.before).toEqual([...none.slice(1), 280])
    expect(credits[1]?.issued.now).toEqual(
      listRangeDays(range).map((_, at) => 5 * (at + 1) + 10 * at),
    )
  })

  test('failed payments are counted by reason, by the UTC day of the attempt', async () => {
    const money = { storeId: made.dollars, amount: 100, currency: 'USD' }
    const order = { ...money, placedAt: '2026-01-01T00:00:00Z', status: 'failed' }
    await insert(platform(), 'orders', [order])
    const attempt = (reason: string, attemptedAt: string) => ({
      ...money,
      orderId: 1,
      gateway: 'stripe',
      attempt: 1,
      rawCode: 'x',
      status: 'open',
      reason,
      attemptedAt,
    })
    await insert(platform(), 'paymentAttempts', [
      attempt('expired_card', '2025-12-27T23:59:59.999Z'),
      attempt('expired_card', '2025-12-28T00:00:00Z'),
      attempt('fraud_block', '2026-01-06T23:59:59.999Z'),
      attempt('fraud_block', '2026-01-07T00:00:00Z'),
      attempt('expired_card', '2026-01-11T00:00:00Z'),
      attempt('gateway_error', '2026-01-15T12:00:00Z'),
      attempt('expired_card', '2026-01-20T23:59:59.999Z'),
      attempt('gateway_error', '2026-01-21T00:00:00Z'),
    ])
    expect((await ask()).failedByReason).toEqual([
      { reason: 'expired_card', now: 2, before: 1 },
      { reason: 'gateway_error', now: 1, before: 0 },
      { reason: 'fraud_block', now: 0, before: 1 },
    ])
  })

  test('mails of no store count too, by the day on which they ended, for who is for all stores', async () => {
    const mail = (status: string, endedAt: string) => ({
      time: '2026-01-01T00:00:00Z',
      kind: 'invitation',
      recipient: 'x',
      subject: 'x',
      status,
      endedAt,
    })
    const figures = async (of: Caller) => {
      const { body } = await of('GET', target())
      return [body.mailSent, body.mailFailed]
    }
    const one = await signedIn(
      platform(),
      await platform().addAccount(['ordersRead', 'ordersRead:read'], [made.dollars]),
    )
    const [was, limited] = [await figures(call), await figures(one)]
    await insert(platform(), 'mails', [
      mail('sent', '2026-01-20T23:59:59.999Z'),
      mail('sent', '2026-01-21T00:00:00Z'),
      mail('sent', '2026-01-07T00:00:00Z'),
      mail('failed', '2025-12-28T00:00:00Z'),
    ])
    expect(await figures(call)).toEqual([
      { ...was[0], now: was[0].now + 1 },
      { ...was[1], before: was[1].before + 1 },
    ])
    expect(await figures(one)).toEqual(limited)
  })

  test('stores and integrations are counted as they are now', async () => {
    const { dollars, euros } = made
    await insert(platform(), 'integrations', [
      { storeId: dollars, kind: 'mail', state: 'degraded' },
      { storeId: dollars, kind: 'payment', state: 'degraded' },
      { storeId: euros, kind: 'mail', state: 'degraded' },
      { storeId: euros, kind: 'payment', state: 'active' },
    ])
    expect(await ask()).toMatchObject({
      stores: { active: 2, all: 4 },
      integrations: { degraded: 3, stores: 2 },
    })
  })

  test('credits expiring are what members hold of those that end within 30 days', async () => {
    const now = platform().platform.now()
    const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
    const of = { storeId: made.euros, groupId: null, active: true }
    const [spender, saver] = await insertRows(platform(), members, [
      { ...of, name: 'Spender', email: 'spender@example.com' },
      { ...of, name: 'Saver', email: 'saver@example.com' },
    ])
    const entry = (
      memberId: number | undefined,
      amount: number,
      balance: number,
      ends?: number,
    ) => ({
      storeId: made.euros,
      memberId,
      enteredAt: inDays(-5),
      type: amount > 0 ? 'issue' : 'redeem',
      amount,
      unit: 'EUR',
      balance,
      reason: 'x',
      issuedBy: 'x',
      expiresAt: ends === undefined ? null : inDays(ends),
    })
    await insert(platform(), 'creditEntries', [
      entry(spender?.id, 500, 500, 10),
      entry(spender?.id, -400, 100),
      entry(saver?.id, 70, 70, 29),
      entry(saver?.id, 20, 90, 31),
      entry(saver?.id, 9, 99, -1),
    ])
    const { credits } = await ask()
    expect(credits.map(({ unit, expiring }) => [unit, expiring])).toEqual([
      ['points', 0],
      ['USD', 0],
      ['EUR', 100 + 70],
    ])
    const asked = 'filter[unit][eq]=EUR&filter[expiring][gte]=1'
    const { body: list } = await call('GET', `/creditLiabilities?${asked}`)
    expect(list.sums).toMatchObject([{ unit: 'EUR', expiring: 100 + 70 }])
  })

  test('without a range it is the last 30 days', async () => {
    expect((await ask('/dashboard')).range).toEqual(
      getLastDays(30, toDay(platform().platform.now())),
    )
  })

  test('a range has one day to 366', async () => {
    const one = await ask(target({ from: range.to, to: range.to }))
    expect(one).toMatchObject({ before: { from: '2026-01-13', to: '2026-01-13' } })
    expect(one.ordersByDay).toEqual({ now: [10 + 18 + 3], before: [3 + 4 + 3] })
    const year = await ask(target({ from: '2024-01-01', to: '2024-12-31' }))
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
  ])('%s is refused with 400', async (query, detail) => {
    const answer = await call('GET', `/dashboard?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } })
  })

  test('needs ordersRead', async () => {
    const visitor = await signedIn(platform(), await platform().addAccount(['dashboardRead']))
    expect(await visitor('GET', target())).toMatchObject({
      status: 403,
      body: { permission: 'ordersRead:read' },
    })
  })
})

describe.each(usually('PostgreSQL'))('GET /dashboard on an empty $name', (database) => {
  const platform = usePlatform(database)

  test('answers zeros', async () => {
    const none = listRangeDays(range).map(() => 0)
    const call = await signedIn(platform())
    expect((await call('GET', target())).body).toEqual({
      range,
      before,
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
      ordersByDay: { now: none, before: none },
      failedByReason: [],
      credits: [],
    })
  })
})
