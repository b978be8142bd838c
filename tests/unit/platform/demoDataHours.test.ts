import { describe, expect, test } from 'vitest'
import { generateDemoData } from '#server/platform/seed/generateDemoData.ts'
import type { DemoTable } from '#server/platform/demoData/tables.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'
import type { SeedSize } from '#server/platform/demoData/seedSize.ts'

/** The columns that these tests read, from any table. */
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

function createTables(now: Date, size: SeedSize): Map<DemoTable, Row[]> {
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
  const productOptions = { sizes: [], colors: [], values: [], categories: [] }
  const themes = [{ id: 1, status: 'published' }]
  const tables = new Map<DemoTable, Row[]>()
  for (const { table, rows } of generateDemoData({
    seed: 7,
    now,
    size,
    nextIds,
    themes,
    productOptions,
    usedNames: new Set(),
  }))
    // All tables use the same column names.
    tables.set(table, [...(tables.get(table) ?? []), ...(rows as Row[])])
  return tables
}

/**
 * Splits the stores as other tests do. A limited account has one store that shares its organization
 * and the two others with the most members.
 */
function splitStores(tables: Map<DemoTable, Row[]>) {
  const stores = tables.get('stores') ?? []
  const countMembers = (id: number) =>
    (tables.get('members') ?? []).filter(({ storeId }) => storeId === id).length
  const shared = stores.filter(
    ({ organisationId: id }) =>
      id !== null && stores.filter(({ organisationId }) => organisationId === id).length > 1,
  )
  const first = Math.min(...shared.map(({ id }) => id))
  const others = stores
    .map(({ id }) => id)
    .filter((id) => id !== first)
    .toSorted((one, other) => countMembers(other) - countMembers(one) || one - other)
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

describe.each(Object.entries(days))('Small demo data of %s', (_name, day) => {
  test.each(hours)('fills every list inside and outside a limited account at %i:30 UTC', (hour) => {
    const tables = createTables(
      new Date(`${day}T${String(hour).padStart(2, '0')}:30:00Z`),
      seedSizes.small,
    )
    const { inside, outside } = splitStores(tables)
    for (const table of perStore)
      for (const [side, stores] of Object.entries({ inside, outside })) {
        const hasRecords = tables.get(table)?.some(({ storeId }) => stores.includes(storeId ?? 0))
        expect(hasRecords, `${table} ${side}`).toBe(true)
      }
    expect(tables.get('paymentAttempts')?.some(({ status }) => status === 'open')).toBe(true)
    expect(tables.get('mails')?.some(({ status }) => status === 'sent')).toBe(true)
    expect(tables.get('audit')?.length).toBeGreaterThan(20)
  })
})

describe('Full demo data', () => {
  /** All stores, but fewer members and orders, which doesn't change the result. */
  const size = { ...seedSizes.full, members: 2400, orders: 24_000, logs: 600 }

  test.each(hours)('has every kind of incident at %i:30 UTC', (hour) => {
    const tables = createTables(
      new Date(`2026-11-26T${String(hour).padStart(2, '0')}:30:00Z`),
      size,
    )
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
