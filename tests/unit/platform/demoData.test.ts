import { describe, expect, test } from 'vitest'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { resources } from '#shared/areas/index.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { generateDemoData } from '#server/platform/demoData/generateDemoData.ts'
import type { DemoDataInput } from '#server/platform/demoData/generateDemoData.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'

// Rows as the tables get them; a wrong guess of a column fails the test, not the type check.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any

const wednesday = new Date('2030-05-15T10:30:00.000Z')
const next = {
  organisations: 1,
  stores: 1,
  memberGroups: 1,
  members: 1,
  orders: 1,
  paymentAttempts: 1,
  creditEntries: 1,
  giftCards: 1,
}
const beginning: DemoDataInput = {
  seed: 7,
  now: wednesday,
  size: seedSizes.full,
  nextIds: next,
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

function rowsOf(given: Partial<DemoDataInput> = {}): Record<string, Row[]> {
  const tables: Record<string, Row[]> = {}
  for (const { table, rows } of generateDemoData({ ...beginning, ...given }))
    (tables[table] ??= []).push(...rows)
  return tables
}

const full = rowsOf()
const small = (given: Partial<DemoDataInput> = {}) => rowsOf({ size: seedSizes.small, ...given })
const table = (name: string) => full[name] ?? []

const count = (rows: Row[], key: (row: Row) => unknown) => {
  const counts = new Map<unknown, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}
const dayBefore = (days: number) =>
  new Date(wednesday.getTime() - days * 86_400_000).toISOString().slice(0, 10)

describe('demo data', () => {
  test('is the same for the same seed and time, and other for another seed', () => {
    expect(small()).toEqual(small())
    expect(small({ seed: 8 })).not.toEqual(small())
  })

  test('is as large as it was asked for', () => {
    expect(table('stores')).toHaveLength(240)
    expect(table('organisations')).toHaveLength(40)
    expect(table('members')).toHaveLength(20_000)
    expect(table('orders').length).toBeGreaterThan(50_000)
    expect(table('orders').length).toBeLessThan(65_000)
  })

  test('follows the day it is made on', () => {
    const days = (rows: Row[]) => [...new Set(rows.map(({ placedAt }) => placedAt.slice(0, 10)))]
    const found = days(table('orders')).sort()
    expect(found).toHaveLength(90)
    expect([found[0], found.at(-1)]).toEqual([dayBefore(89), '2030-05-15'])
    const later = days(small({ now: new Date('2031-01-01T23:59:59Z') })['orders'] ?? []).sort()
    expect(later.at(-1)).toBe('2031-01-01')
  })

  test('tells of nothing that is still to come, nor of orders before their store', () => {
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
        const late = table(name).filter((row) => row[column] > wednesday.toISOString())
        expect(late, `${name}.${column}`).toEqual([])
      }
    const born = new Map(table('members').map(({ id, createdAt }) => [id, createdAt]))
    expect(
      table('orders').filter(({ memberId, placedAt }) => placedAt < born.get(memberId)),
    ).toEqual([])
  })

  test('has fewer orders at weekends than on working days', () => {
    const byWeekday = count(table('orders'), ({ placedAt }) => new Date(placedAt).getUTCDay())
    const on = (...days: number[]) =>
      days.reduce((sum, day) => sum + (byWeekday.get(day) ?? 0), 0) / days.length
    expect(on(6, 0)).toBeLessThan(0.6 * on(1, 2, 3, 4, 5))
  })

  test('has orders that grow, with a campaign in between', () => {
    const byDay = count(table('orders'), ({ placedAt }) => placedAt.slice(0, 10))
    const between = (from: number, to: number) => {
      let sum = 0
      for (let ago = from; ago >= to; ago--) sum += byDay.get(dayBefore(ago)) ?? 0
      return sum / (from - to + 1)
    }
    // Of suspended and archived stores no orders come any more, which costs some of the growth.
    expect(between(28, 1)).toBeGreaterThan(between(84, 57))
    expect(between(43, 39)).toBeGreaterThan(1.15 * between(50, 44))
  })

  test.each(['code', 'subdomain', 'name'])('gives every store its own %s', (column) => {
    expect(count(table('stores'), (row) => row[column]).size).toBe(240)
  })

  test('takes no name that is there already', () => {
    const taken = new Set(table('stores').map(({ code }) => code))
    for (const { name } of table('organisations')) taken.add(name)
    const more = rowsOf({ usedNames: taken, size: { ...seedSizes.full, members: 0 } })
    expect(more['stores']?.filter(({ code }) => taken.has(code))).toEqual([])
    expect(more['organisations']?.filter(({ name }) => taken.has(name))).toEqual([])
    expect(taken.size).toBe(280)
  })

  test('gives no two members of a store one address, and all of them to nobody', () => {
    expect(count(table('members'), ({ storeId, email }) => `${storeId} ${email}`).size).toBe(20_000)
    for (const { email } of table('members'))
      expect(email).toMatch(/^[a-z.0-9]+@([a-z-]+\.)?example\.(com|org|net)$/)
  })

  test.each(['organisations', 'stores', 'memberGroups', 'members'])(
    'keeps the rules that the definition of %s has',
    (name) => {
      const fields = Object.entries(resources.find((one) => one.name === name)?.fields ?? {})
      expect(fields).not.toHaveLength(0)
      for (const row of table(name))
        for (const [field, definition] of fields)
          expect(validateField(definition, row[field]), `${field}: ${row[field]}`).toBeUndefined()
    },
  )

  test('has stores in every state, which say why where they stand still', () => {
    const states = count(table('stores'), ({ status }) => status)
    expect(Object.fromEntries(states)).toEqual({
      active: 192,
      draft: 12,
      suspended: 12,
      maintenance: 12,
      archived: 12,
    })
    for (const { status, statusReason } of table('stores'))
      expect(statusReason !== null).toBe(status === 'suspended' || status === 'archived')
    for (const { subdomain } of table('stores'))
      expect(subdomain).toMatch(patterns.subdomain.matches)
  })

  test('has two to five groups in each store, one of them for new members', () => {
    const groups = count(table('memberGroups'), ({ storeId }) => storeId)
    expect([Math.min(...groups.values()), Math.max(...groups.values())]).toEqual([2, 5])
    const defaults = table('memberGroups').filter(({ isDefault }) => isDefault)
    expect(count(defaults, ({ storeId }) => storeId).size).toBe(defaults.length)
    expect(defaults).toHaveLength(240)
  })

  test('keeps a ledger whose balances add up and never go below zero', () => {
    const balances = new Map<string, number>()
    const last = new Map<string, string>()
    const groups = new Map(table('members').map(({ id, groupId }) => [id, groupId]))
    expect(table('creditEntries').length).toBeGreaterThan(10_000)
    for (const entry of table('creditEntries')) {
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
    const soon = table('creditEntries').filter(
      ({ expiresAt }) => expiresAt > wednesday.toISOString() && expiresAt < month,
    )
    expect(soon.length).toBeGreaterThan(100)
  })

  test('says when an attempt was recovered exactly where it was', () => {
    for (const { status, recoveredAt } of table('paymentAttempts'))
      expect(recoveredAt !== null).toBe(status === 'recovered')
    const statuses = count(table('paymentAttempts'), ({ status }) => status)
    expect([...statuses.keys()].sort()).toEqual([
      'abandoned',
      'dismissed',
      'open',
      'recovered',
      'scheduled',
      'waiting',
    ])
  })

  test('counts each day what the rows of the day are', () => {
    const day = (at: string) => at.slice(0, 10)
    const sum = (column: string) =>
      table('storeDays').reduce((total, row) => total + row[column], 0)
    const attempts = table('paymentAttempts')
    expect(sum('orders')).toBe(table('orders').length)
    expect(sum('paymentsFailed')).toBe(attempts.length)
    expect(sum('paymentsRecovered')).toBe(attempts.filter((row) => row.recoveredAt).length)
    expect(sum('giftCardsSent') + sum('giftCardsFailed')).toBe(table('giftCards').length)
    const mails = count(table('mails'), ({ status }) => status)
    expect([sum('mailSent'), sum('mailFailed')]).toEqual([mails.get('sent'), mails.get('failed')])
    for (const { storeId: _store, day: _day, ...sums } of table('storeDays'))
      expect(Math.min(...Object.values(sums).map(Number))).toBeGreaterThanOrEqual(0)
    const orders = count(table('orders'), ({ storeId, placedAt }) => `${storeId} ${day(placedAt)}`)
    for (const row of table('storeDays'))
      expect(row.orders).toBe(orders.get(`${row.storeId} ${row.day}`) ?? 0)
  })
})

describe('the incidents of demo data', () => {
  test('a gateway went down in some thirty stores two weeks ago', () => {
    const errors = table('paymentAttempts').filter(({ reason }) => reason === 'gateway_error')
    const byDay = count(errors, ({ attemptedAt }) => attemptedAt.slice(0, 10))
    const worst = [...byDay].toSorted(([, one], [, other]) => other - one)
    expect(worst[0]?.[0]).toBe(dayBefore(14))
    expect(worst[0]?.[1]).toBeGreaterThan(4 * (worst[1]?.[1] ?? 0))
    const met = errors.filter(({ attemptedAt }) => attemptedAt.startsWith(dayBefore(14)))
    const stores = count(met, ({ storeId }) => storeId).size
    expect(stores).toBeGreaterThan(20)
    expect(stores).toBeLessThan(60)
  })

  test('the outage is on a working day, also when two weeks ago was a Sunday', () => {
    const sunday = rowsOf({ now: new Date('2030-05-19T10:00:00Z') })['paymentAttempts'] ?? []
    const errors = sunday.filter(({ reason }) => reason === 'gateway_error')
    const byDay = count(errors, ({ attemptedAt }) => attemptedAt.slice(0, 10))
    const [worst] = [...byDay].toSorted(([, one], [, other]) => other - one)
    expect(worst?.[0]).toBe('2030-05-03')
  })

  test('the payments of one store fail since it was set up anew three days ago', () => {
    const [broken] = table('integrations').filter(({ message }) => message?.includes('merchant'))
    const wrong = table('paymentAttempts').filter(
      ({ storeId, reason }) => storeId === broken.storeId && reason === 'configuration',
    )
    expect(broken).toMatchObject({ kind: 'payment', state: 'degraded' })
    expect(wrong.length).toBeGreaterThan(5)
    const early = wrong.filter(({ attemptedAt }) => attemptedAt < dayBefore(3))
    expect(early.length).toBeLessThan(3)
  })

  test('a dozen stores send no mail since yesterday, and their logs say so', () => {
    const broken = table('integrations').filter(({ message }) => message?.includes('535'))
    expect(broken).toHaveLength(12)
    for (const { storeId } of broken) {
      const failed = table('storeDays').filter(
        (row) => row.storeId === storeId && row.mailFailed > row.mailSent,
      )
      expect(failed.every(({ day }) => day >= dayBefore(1))).toBe(true)
      const sent = table('mails').filter((row) => row.storeId === storeId && row.status === 'sent')
      expect(sent.every(({ time }) => time <= `${dayBefore(1)}T06`)).toBe(true)
      const told = table('audit').filter(
        (row) => row.storeId === storeId && row.event === 'mail.refused',
      )
      expect(told.length).toBeGreaterThan(5)
    }
  })
})

describe('the logs of demo data', () => {
  test('come in the order of time, in every stream and severity', () => {
    const rows = table('audit')
    const times = rows.map(({ time }) => time)
    expect(times).toEqual(times.toSorted())
    expect(rows.length).toBeGreaterThan(4000)
    const of = (column: string) => [...count(rows, (row) => row[column]).keys()].sort()
    expect(of('stream')).toEqual(['audit', 'errors', 'integrations', 'jobs', 'security'])
    expect(of('severity')).toEqual(['error', 'info', 'warning'])
    expect(of('result')).toEqual(['failed', 'ok'])
  })

  test('show addresses of nobody', () => {
    for (const { ip } of table('audit'))
      expect(ip).toMatch(/^$|^192\.0\.2\.|^198\.51\.100\.|^203\.0\.113\.|^2001:db8::/)
  })
})
