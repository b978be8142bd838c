import { describe, expect, test } from 'vitest'
import { generateDemoData } from '#server/platform/demoData/generateDemoData.ts'
import type { DemoTable } from '#server/platform/demoData/generateDemoData.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'
import type { SeedSize } from '#server/platform/demoData/seedSize.ts'

/** The columns that are read here, of whatever table has them. */
type Row = {
  id: number
  storeId: number | null
  organisationId?: number | null
  members?: number
  status?: string
  kind?: string
  state?: string
  reason?: string
}

const days = {
  'an ordinary day': '2026-11-26',
  'the first day of a month': '2026-12-01',
  'the last day of a month': '2026-11-30',
  'the last day of a year': '2026-12-31',
  'a leap day': '2028-02-29',
  'the day Europe sets its clocks forward': '2027-03-28',
  'the day Europe sets its clocks back': '2026-10-25',
  'the day America sets its clocks forward': '2027-03-14',
  'the day America sets its clocks back': '2026-11-01',
}
const hours = Array.from({ length: 24 }, (_, hour) => hour)

function makeTables(now: Date, size: SeedSize): Map<DemoTable, Row[]> {
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
  const catalogue = { sizes: [], colors: [], values: [], categories: [] }
  const themes = [{ id: 1, status: 'published' }]
  const tables = new Map<DemoTable, Row[]>()
  for (const { table, rows } of generateDemoData({
    seed: 7,
    now,
    size,
    nextIds: next,
    themes,
    productOptions: catalogue,
    usedNames: new Set(),
  }))
    // All tables name their columns alike.
    tables.set(table, [...(tables.get(table) ?? []), ...(rows as Row[])])
  return tables
}

/** The stores that tests give to a limited account: one that shares its organization, and the two largest others. */
function splitStores(tables: Map<DemoTable, Row[]>) {
  const stores = tables.get('stores') ?? []
  const members = (id: number) =>
    (tables.get('members') ?? []).filter(({ storeId }) => storeId === id).length
  const shared = stores.filter(
    ({ organisationId: id }) =>
      id !== null && stores.filter(({ organisationId }) => organisationId === id).length > 1,
  )
  const first = Math.min(...shared.map(({ id }) => id))
  const others = stores
    .map(({ id }) => id)
    .filter((id) => id !== first)
    .toSorted((one, other) => members(other) - members(one) || one - other)
  return { inside: [first, ...others.slice(0, 2)], outside: others.slice(2) }
}

/** The lists whose every record belongs to a store. */
const perStore = [
  'members',
  'memberGroups',
  'orders',
  'paymentAttempts',
  'creditEntries',
  'giftCards',
  'mails',
] as const

describe.each(Object.entries(days))('small demo data made on %s', (_name, day) => {
  test.each(hours)('at %i:30 UTC fills every list on both sides of a limited account', (hour) => {
    const tables = makeTables(
      new Date(`${day}T${String(hour).padStart(2, '0')}:30:00Z`),
      seedSizes.small,
    )
    const { inside, outside } = splitStores(tables)
    for (const table of perStore)
      for (const [side, stores] of Object.entries({ inside, outside })) {
        const found = tables.get(table)?.some(({ storeId }) => stores.includes(storeId ?? 0))
        expect(found, `${table} ${side}`).toBe(true)
      }
    expect(tables.get('paymentAttempts')?.some(({ status }) => status === 'open')).toBe(true)
    expect(tables.get('mails')?.some(({ status }) => status === 'sent')).toBe(true)
    expect(tables.get('audit')?.length).toBeGreaterThan(20)
  })
})

describe('full demo data', () => {
  /** All stores with fewer members and orders, which doesn't change what breaks. */
  const size = { ...seedSizes.full, members: 2400, orders: 24_000, logs: 600 }

  test.each(hours)('made at %i:30 UTC has every kind of incident', (hour) => {
    const tables = makeTables(new Date(`2026-11-26T${String(hour).padStart(2, '0')}:30:00Z`), size)
    const degraded = (tables.get('integrations') ?? []).filter(({ state }) => state === 'degraded')
    expect(new Set(degraded.map(({ kind }) => kind))).toContain('payment')
    expect(degraded.filter(({ kind }) => kind === 'mail').length).toBeGreaterThanOrEqual(12)
    const reasons = new Set((tables.get('paymentAttempts') ?? []).map(({ reason }) => reason))
    expect([...reasons]).toEqual(expect.arrayContaining(['gateway_error', 'configuration']))
    const statuses = new Set((tables.get('paymentAttempts') ?? []).map(({ status }) => status))
    expect([...statuses]).toEqual(
      expect.arrayContaining(['open', 'recovered', 'scheduled', 'waiting', 'dismissed']),
    )
  })
})
