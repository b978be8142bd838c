import { describe, expect, test } from 'vitest'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { resources } from '#shared/areas/index.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { generateDemoData } from '#server/platform/seed/generateDemoData.ts'
import type { DemoDataInput } from '#server/platform/seed/generateDemoData.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'

// Rows as the tables get them. A wrong column name fails the test, not the type check.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any

const wednesday = new Date('2030-05-15T10:30:00.000Z')
const nextIds = {
  organisations: 1,
  stores: 1,
  memberGroups: 1,
  members: 1,
  orders: 1,
  paymentAttempts: 1,
  creditEntries: 1,
  giftCards: 1,
}
const defaultInput: DemoDataInput = {
  seed: 7,
  now: wednesday,
  size: seedSizes.full,
  nextIds,
  themes: [
    { id: 1, status: 'published' },
    { id: 2, status: 'deprecated' },
  ],
  productOptions: {
    sizes: [
      { id: 1, group: 'adult' },
      { id: 2, group: 'adult' },
    ],
    colors: [1, 2, 3],
    values: [
      { id: 1, attribute: 'material', code: 'cotton' },
      { id: 2, attribute: 'fit', code: 'slim' },
    ],
    categories: [{ id: 1, code: 't-shirts' }],
  },
  usedNames: new Set(),
}

function generateRows(input: Partial<DemoDataInput> = {}): Record<string, Row[]> {
  const tables: Record<string, Row[]> = {}
  for (const { table, rows } of generateDemoData({ ...defaultInput, ...input }))
    (tables[table] ??= []).push(...rows)
  return tables
}

const fullData = generateRows()
const generateSmall = (input: Partial<DemoDataInput> = {}) =>
  generateRows({ size: seedSizes.small, ...input })
const getRows = (name: string) => fullData[name] ?? []

const countBy = (rows: Row[], key: (row: Row) => unknown) => {
  const counts = new Map<unknown, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}
const getDayBefore = (days: number) =>
  new Date(wednesday.getTime() - days * 86_400_000).toISOString().slice(0, 10)

describe('Demo data', () => {
  test('is the same for the same seed and time, and differs for another seed', () => {
    expect(generateSmall()).toEqual(generateSmall())
    expect(generateSmall({ seed: 8 })).not.toEqual(generateSmall())
  })

  test('has the requested size', () => {
    expect(getRows('stores')).toHaveLength(240)
    expect(getRows('organisations')).toHaveLength(40)
    expect(getRows('members')).toHaveLength(20_000)
    expect(getRows('orders').length).toBeGreaterThan(50_000)
    expect(getRows('orders').length).toBeLessThan(65_000)
  })

  test('ends on the day it is created', () => {
    const getDays = (rows: Row[]) => [...new Set(rows.map(({ placedAt }) => placedAt.slice(0, 10)))]
    const orderDays = getDays(getRows('orders')).sort()
    expect(orderDays).toHaveLength(90)
    expect([orderDays[0], orderDays.at(-1)]).toEqual([getDayBefore(89), '2030-05-15'])
    const later = getDays(
      generateSmall({ now: new Date('2031-01-01T23:59:59Z') })['orders'] ?? [],
    ).sort()
    expect(later.at(-1)).toBe('2031-01-01')
  })

  test('has nothing in the future, and no orders before their member', () => {
    const moments = {
      orders: ['placedAt'],
      paymentAttempts: ['attemptedAt', 'recoveredAt'],
      creditEntries: ['enteredAt'],
      giftCards: ['sentAt'],
      mails: ['time', 'endedAt'],
      audit: ['time'],
      stores: ['createdAt', 'updatedAt', 'domainVerifiedAt'],
      members: ['createdAt', 'updatedAt'],
      integrations: ['checkedAt'],
    }
    for (const [name, columns] of Object.entries(moments))
      for (const column of columns) {
        const late = getRows(name).filter((row) => row[column] > wednesday.toISOString())
        expect(late, `${name}.${column}`).toEqual([])
      }
    const createdTimes = new Map(getRows('members').map(({ id, createdAt }) => [id, createdAt]))
    expect(
      getRows('orders').filter(({ memberId, placedAt }) => placedAt < createdTimes.get(memberId)),
    ).toEqual([])
  })

  test('has fewer orders at weekends than on working days', () => {
    const byWeekday = countBy(getRows('orders'), ({ placedAt }) => new Date(placedAt).getUTCDay())
    const average = (...days: number[]) =>
      days.reduce((sum, day) => sum + (byWeekday.get(day) ?? 0), 0) / days.length
    expect(average(6, 0)).toBeLessThan(0.6 * average(1, 2, 3, 4, 5))
  })

  test('has orders that grow, with a campaign in between', () => {
    const byDay = countBy(getRows('orders'), ({ placedAt }) => placedAt.slice(0, 10))
    const averagePerDay = (from: number, to: number) => {
      let sum = 0
      for (let ago = from; ago >= to; ago--) sum += byDay.get(getDayBefore(ago)) ?? 0
      return sum / (from - to + 1)
    }
    // Suspended and archived stores get no more orders, which lowers the growth.
    expect(averagePerDay(28, 1)).toBeGreaterThan(averagePerDay(84, 57))
    expect(averagePerDay(43, 39)).toBeGreaterThan(1.15 * averagePerDay(50, 44))
  })

  test.each(['code', 'subdomain', 'name'])('gives every store its own %s', (column) => {
    expect(countBy(getRows('stores'), (row) => row[column]).size).toBe(240)
  })

  test('uses no name that exists already', () => {
    const usedNames = new Set(getRows('stores').map(({ code }) => code))
    for (const { name } of getRows('organisations')) usedNames.add(name)
    const more = generateRows({ usedNames, size: { ...seedSizes.full, members: 0 } })
    expect(more['stores']?.filter(({ code }) => usedNames.has(code))).toEqual([])
    expect(more['organisations']?.filter(({ name }) => usedNames.has(name))).toEqual([])
    expect(usedNames.size).toBe(280)
  })

  test('gives each member of a store a unique email at an example domain', () => {
    expect(countBy(getRows('members'), ({ storeId, email }) => `${storeId} ${email}`).size).toBe(
      20_000,
    )
    for (const { email } of getRows('members'))
      expect(email).toMatch(/^[a-z.0-9]+@([a-z-]+\.)?example\.(com|org|net)$/)
  })

  test.each(['organisations', 'stores', 'memberGroups', 'members'])(
    'follows the validation rules of %s',
    (name) => {
      const fields = Object.entries(resources.find((one) => one.name === name)?.fields ?? {})
      expect(fields).not.toHaveLength(0)
      for (const row of getRows(name))
        for (const [field, definition] of fields)
          expect(validateField(definition, row[field]), `${field}: ${row[field]}`).toBeUndefined()
    },
  )

  test('has stores in every state, with a reason if suspended or archived', () => {
    const states = countBy(getRows('stores'), ({ status }) => status)
    expect(Object.fromEntries(states)).toEqual({
      active: 192,
      draft: 12,
      suspended: 12,
      maintenance: 12,
      archived: 12,
    })
    for (const { status, statusReason } of getRows('stores'))
      expect(statusReason !== null).toBe(status === 'suspended' || status === 'archived')
    for (const { subdomain } of getRows('stores'))
      expect(subdomain).toMatch(patterns.subdomain.matches)
  })

  test('has two to five groups in each store, one of them for new members', () => {
    const groups = countBy(getRows('memberGroups'), ({ storeId }) => storeId)
    expect([Math.min(...groups.values()), Math.max(...groups.values())]).toEqual([2, 5])
    const defaults = getRows('memberGroups').filter(({ isDefault }) => isDefault)
    expect(countBy(defaults, ({ storeId }) => storeId).size).toBe(defaults.length)
    expect(defaults).toHaveLength(240)
  })

  test('keeps a ledger whose balances add up and never go below zero', () => {
    const balances = new Map<string, number>()
    const last = new Map<string, string>()
    const groups = new Map(getRows('members').map(({ id, groupId }) => [id, groupId]))
    expect(getRows('creditEntries').length).toBeGreaterThan(10_000)
    for (const entry of getRows('creditEntries')) {
      const { memberId, groupId, unit, amount, balance, enteredAt } = entry
      if (groupId !== groups.get(memberId)) expect.fail(`${memberId} is in another group`)
      const key = `${memberId} ${unit}`
      const sum = (balances.get(key) ?? 0) + amount
      if (balance !== sum || sum < 0 || enteredAt < (last.get(key) ?? ''))
        expect.fail(`The ledger of ${key} breaks at ${enteredAt}`)
      balances.set(key, sum)
      last.set(key, enteredAt)
    }
    const month = new Date(wednesday.getTime() + 30 * 86_400_000).toISOString()
    const soon = getRows('creditEntries').filter(
      ({ expiresAt }) => expiresAt > wednesday.toISOString() && expiresAt < month,
    )
    expect(soon.length).toBeGreaterThan(100)
  })

  test('has a recovery time exactly for recovered attempts', () => {
    for (const { status, recoveredAt } of getRows('paymentAttempts'))
      expect(recoveredAt !== null).toBe(status === 'recovered')
    const statuses = countBy(getRows('paymentAttempts'), ({ status }) => status)
    expect([...statuses.keys()].sort()).toEqual([
      'abandoned',
      'dismissed',
      'open',
      'recovered',
      'scheduled',
      'waiting',
    ])
  })

  test('has daily counts that match the rows of each day', () => {
    const day = (at: string) => at.slice(0, 10)
    const sum = (column: string) =>
      getRows('storeDays').reduce((total, row) => total + row[column], 0)
    const attempts = getRows('paymentAttempts')
    expect(sum('orders')).toBe(getRows('orders').length)
    expect(sum('paymentsFailed')).toBe(attempts.length)
    expect(sum('paymentsRecovered')).toBe(attempts.filter((row) => row.recoveredAt).length)
    expect(sum('giftCardsSent') + sum('giftCardsFailed')).toBe(getRows('giftCards').length)
    const mails = countBy(getRows('mails'), ({ status }) => status)
    expect([sum('mailSent'), sum('mailFailed')]).toEqual([mails.get('sent'), mails.get('failed')])
    for (const { storeId: _store, day: _day, ...sums } of getRows('storeDays'))
      expect(Math.min(...Object.values(sums).map(Number))).toBeGreaterThanOrEqual(0)
    const orders = countBy(
      getRows('orders'),
      ({ storeId, placedAt }) => `${storeId} ${day(placedAt)}`,
    )
    for (const row of getRows('storeDays'))
      expect(row.orders).toBe(orders.get(`${row.storeId} ${row.day}`) ?? 0)
  })
})

/** Lists the times of a store's emails with this status, or of its log entries of this event. */
const listTimes = (table: string, storeId: number, kind: string): string[] =>
  getRows(table)
    .filter((row) => row.storeId === storeId && (row.event ?? row.status) === kind)
    .map(({ time }) => time)
    .toSorted()

describe('Demo data incidents', () => {
  test('a gateway failed in about thirty stores two weeks ago', () => {
    const errors = getRows('paymentAttempts').filter(({ reason }) => reason === 'gateway_error')
    const byDay = countBy(errors, ({ attemptedAt }) => attemptedAt.slice(0, 10))
    const worst = [...byDay].toSorted(([, one], [, other]) => other - one)
    expect(worst[0]?.[0]).toBe(getDayBefore(14))
    expect(worst[0]?.[1]).toBeGreaterThan(4 * (worst[1]?.[1] ?? 0))
    const failed = errors.filter(({ attemptedAt }) => attemptedAt.startsWith(getDayBefore(14)))
    const stores = countBy(failed, ({ storeId }) => storeId).size
    expect(stores).toBeGreaterThan(20)
    expect(stores).toBeLessThan(60)
  })

  test('the outage is on a working day, even if two weeks ago was a Sunday', () => {
    const sunday = generateRows({ now: new Date('2030-05-19T10:00:00Z') })['paymentAttempts'] ?? []
    const errors = sunday.filter(({ reason }) => reason === 'gateway_error')
    const byDay = countBy(errors, ({ attemptedAt }) => attemptedAt.slice(0, 10))
    const [worst] = [...byDay].toSorted(([, one], [, other]) => other - one)
    expect(worst?.[0]).toBe('2030-05-03')
  })

  test('the payments of one store fail since its setup changed three days ago', () => {
    const [broken] = getRows('integrations').filter(({ message }) => message?.includes('merchant'))
    const failures = getRows('paymentAttempts').filter(
      ({ storeId, reason }) => storeId === broken.storeId && reason === 'configuration',
    )
    expect(broken).toMatchObject({ kind: 'payment', state: 'degraded' })
    expect(failures.length).toBeGreaterThan(5)
    const early = failures.filter(({ attemptedAt }) => attemptedAt < getDayBefore(3))
    expect(early.length).toBeLessThan(3)
    const since = failures.map(({ attemptedAt }) => attemptedAt).toSorted()[0]
    const isSuccess = ({ storeId, status }: Row) =>
      storeId === broken.storeId && ['paid', 'fulfilled', 'recovered'].includes(status)
    const paid = getRows('orders').filter((row) => isSuccess(row) && row.placedAt > since)
    const recovered = getRows('paymentAttempts').filter(
      (row) => isSuccess(row) && row.recoveredAt > since,
    )
    expect([paid, recovered]).toEqual([[], []])
  })

  test('twelve stores send no email since yesterday, and their logs have each failed email', () => {
    const broken = getRows('integrations').filter(({ message }) => message?.includes('535'))
    expect(broken).toHaveLength(12)
    const failures = broken.flatMap(({ storeId }) => listTimes('mails', storeId, 'failed'))
    expect(failures.length).toBeGreaterThan(0)
    for (const { storeId } of broken) {
      const failed = getRows('storeDays').filter(
        (row) => row.storeId === storeId && row.mailFailed > row.mailSent,
      )
      expect(failed.every(({ day }) => day >= getDayBefore(1))).toBe(true)
      const sentMails = getRows('mails').filter(
        (row) => row.storeId === storeId && row.status === 'sent',
      )
      expect(sentMails.every(({ time }) => time <= `${getDayBefore(1)}T06`)).toBe(true)
      expect(listTimes('audit', storeId, 'mail.signInRefused')).toEqual(
        listTimes('mails', storeId, 'failed'),
      )
    }
  })

  test('every email that bounced is in the log of its store', () => {
    const bounced = getRows('mails').filter(({ problem }) => problem?.includes('550'))
    expect(bounced.length).toBeGreaterThan(5)
    for (const { storeId } of bounced)
      expect(listTimes('audit', storeId, 'mail.refused')).toEqual(
        listTimes('mails', storeId, 'failed'),
      )
  })
})

describe('Demo data logs', () => {
  test('are sorted by time, and have every stream and severity', () => {
    const rows = getRows('audit')
    const times = rows.map(({ time }) => time)
    expect(times).toEqual(times.toSorted())
    expect(rows.length).toBeGreaterThan(4000)
    const listValues = (column: string) => [...countBy(rows, (row) => row[column]).keys()].sort()
    expect(listValues('stream')).toEqual(['audit', 'errors', 'integrations', 'jobs', 'security'])
    expect(listValues('severity')).toEqual(['error', 'info', 'warning'])
    expect(listValues('result')).toEqual(['failed', 'ok'])
  })

  test('have only IP addresses reserved for documentation', () => {
    for (const { ip } of getRows('audit'))
      expect(ip).toMatch(/^$|^192\.0\.2\.|^198\.51\.100\.|^203\.0\.113\.|^2001:db8::/)
  })
})
