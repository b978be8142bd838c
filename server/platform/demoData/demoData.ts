import { creditsOf } from '../areas/credits/seed/credits.ts'
import { giftCardsOf } from '../areas/giftCards/seed/giftCards.ts'
import { incidentsAmong } from '../areas/payments/seed/incidents.ts'
import type { Incidents } from '../areas/payments/seed/incidents.ts'
import { integrationsOf } from './integrations.ts'
import { logsOf } from '../areas/logs/seed/logs.ts'
import { memberGroupsOf } from '../areas/members/seed/memberGroups.ts'
import { mailsOf } from '../areas/email/seed/mails.ts'
import { membersOf, shares } from '../areas/members/seed/members.ts'
import { ordersOf } from '../areas/payments/seed/orders.ts'
import { newOrganisation } from '../areas/stores/seed/organisations.ts'
import { dayMs, instant, periodUntil } from './period.ts'
import type { Period } from './period.ts'
import { productsOf } from '../areas/catalog/seed/products.ts'
import type { Catalogue } from '../areas/catalog/seed/products.ts'
import { sameRandom } from './random.ts'
import type { SeedSize } from './seedSize.ts'
import { storeRow } from '../areas/stores/seed/store.ts'
import { storeDaysOf } from '../areas/stores/seed/storeDays.ts'
import { storePlan } from '../areas/stores/seed/storePlan.ts'
import type { StorePlan } from '../areas/stores/seed/storePlan.ts'

/** Tables whose rows are given numbers here, because other rows name them. */
export const numbered = [
  'organisations',
  'stores',
  'memberGroups',
  'members',
  'orders',
  'paymentAttempts',
  'creditEntries',
  'giftCards',
] as const
export type Numbered = (typeof numbered)[number]

/** All tables, each after those that its rows refer to. */
export const tables = [
  ...numbered,
  'mails',
  'integrations',
  'products',
  'storeDays',
  'audit',
] as const
export type Table = (typeof tables)[number]

export type Batch = { table: Table; rows: readonly object[] }

export type Beginning = {
  seed: number
  now: Date
  size: SeedSize
  next: Record<Numbered, number>
  themes: readonly { id: number; status: string }[]
  catalogue: Catalogue
  taken: ReadonlySet<string>
}

/** Organizations, stores, members and what they did until `now`, the same for the same beginning; a store at a time, to spare memory. */
export function* demoData(beginning: Beginning): Generator<Batch> {
  const { seed, size, themes, catalogue } = beginning
  const next = { ...beginning.next }
  const taken = new Set(beginning.taken)
  const period = periodUntil(beginning.now, size.days)
  const random = sameRandom(seed, 2)
  const newId = (table: Numbered) => next[table]++

  const known = { seed, organisations: organisationsFor(size) }
  const plans = Array.from({ length: size.stores }, (_, index) => storePlan(known, index, period))
  const organisations = Array.from({ length: known.organisations }, (_, place) => {
    const { row, tag } = newOrganisation(random, taken)
    // An organization is there before its stores are.
    const made = plans.flatMap((plan) => (plan.organisation === place ? plan.createdAt : []))
    const createdAt = instant(Math.min(period.firstDay, ...made) - 14 * dayMs)
    return { tag, row: { id: newId('organisations'), ...row, createdAt, updatedAt: createdAt } }
  })
  yield { table: 'organisations', rows: organisations.map(({ row }) => row) }

  const stores = plans.map((plan) => {
    const owner = plan.organisation === null ? undefined : organisations[plan.organisation]
    const organisation = owner ? { ...owner.row, tag: owner.tag } : null
    const row = storeRow(plan, { id: newId('stores'), organisation, themes, taken, period })
    return { plan, row }
  })
  yield { table: 'stores', rows: stores.map(({ row }) => row) }

  const incidents = incidentsAmong(plans, period)
  const weights = plans.map(({ weight }) => weight)
  const memberShares = shares(size.members, weights)
  const orderShares = shares(
    size.orders,
    plans.map(({ weight, quietFrom }) => weight * (quietFrom / size.days)),
  )
  for (const [index, { plan, row }] of stores.entries()) {
    const expected = { members: memberShares[index] ?? 0, orders: orderShares[index] ?? 0 }
    yield* contentOf(plan, row.id, expected, { period, incidents, newId })
    const { createdAt } = row
    const products = [...productsOf({ seed, index }, row, catalogue)]
    yield {
      table: 'products',
      rows: products.map((product) => ({ ...product, createdAt, updatedAt: createdAt })),
    }
  }

  const count = size.logs
  for (const rows of logsOf(stores, random, { count, period, incidents }))
    yield { table: 'audit', rows }
}

const organisationsFor = ({ stores }: SeedSize) =>
  Math.min(stores, Math.max(3, Math.ceil(stores / 6)))

function* contentOf(
  plan: StorePlan,
  storeId: number,
  expected: { members: number; orders: number },
  surroundings: { period: Period; incidents: Incidents; newId: (table: Numbered) => number },
): Generator<Batch> {
  const { period, incidents, newId } = surroundings
  const numberedBy = (table: Numbered) => ({ period, newId: () => newId(table) })

  const groups = memberGroupsOf(plan, storeId, () => newId('memberGroups'))
  const members = membersOf(plan, groups, { count: expected.members, ...numberedBy('members') })
  const { orders, attempts } = ordersOf(plan, members, {
    expected: expected.orders * (period.days / Math.max(1, plan.quietFrom)),
    period,
    incidents,
    newOrderId: () => newId('orders'),
    newAttemptId: () => newId('paymentAttempts'),
  })
  const credits = creditsOf(plan, members, numberedBy('creditEntries'))
  const giftCards = giftCardsOf(plan, storeId, members, {
    orders: expected.orders,
    shortage: incidents.shortage,
    ...numberedBy('giftCards'),
  })
  yield { table: 'memberGroups', rows: groups }
  yield { table: 'members', rows: members }
  yield { table: 'orders', rows: orders }
  yield { table: 'paymentAttempts', rows: attempts }
  yield { table: 'creditEntries', rows: credits }
  yield { table: 'giftCards', rows: giftCards }
  yield { table: 'integrations', rows: integrationsOf(plan, storeId, surroundings) }
  const mails = mailsOf(plan, storeId, { members, orders, attempts, giftCards }, incidents)
  yield { table: 'mails', rows: mails }
  const activity = { orders, attempts, credits, giftCards, mails }
  yield { table: 'storeDays', rows: storeDaysOf(storeId, activity, period) }
}
