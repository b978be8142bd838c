import { generateCreditEntries } from '../areas/credits/index.ts'
import { generateGiftCards } from '../areas/giftCards/index.ts'
import { planIncidents } from '../demoData/incidents.ts'
import type { DemoIncidents } from '../demoData/incidents.ts'
import { generateIntegrations } from './integrations.ts'
import { generateLogs } from '../areas/logs/index.ts'
import type { FailedEmail } from '../areas/logs/index.ts'
import { generateMemberGroups, generateMembers } from '../areas/members/index.ts'
import type { EmailRow } from '../demoData/rows.ts'
import { generateEmails } from '../areas/email/index.ts'
import { emailRejectedProblem } from '../demoData/problems.ts'
import { generateOrders } from '../areas/payments/index.ts'
import { createOrganization, createStoreRow } from '../areas/stores/index.ts'
import { msPerDay, toIsoTime, createPeriod } from '../demoData/period.ts'
import type { SeedPeriod } from '../demoData/period.ts'
import { generateProducts } from '../areas/catalog/index.ts'
import type { ProductOptions } from '../areas/catalog/index.ts'
import { createRandom } from '../demoData/random.ts'
import type { SeedSize } from '../demoData/seedSize.ts'
import { computeStoreDays } from './storeDays.ts'
import { createStorePlan } from '../demoData/storePlan.ts'
import type { StorePlan } from '../demoData/storePlan.ts'
import type { NumberedTable, RowBatch } from '../demoData/tables.ts'

export type DemoDataInput = {
  seed: number
  now: Date
  size: SeedSize
  nextIds: Record<NumberedTable, number>
  themes: readonly { id: number; status: string }[]
  productOptions: ProductOptions
  usedNames: ReadonlySet<string>
}

/**
 * Generates organizations, stores, members, and their activity until `now`. The same input yields
 * the same data. Yields one store at a time to save memory.
 */
export function* generateDemoData(input: DemoDataInput): Generator<RowBatch> {
  const { seed, size, themes, productOptions } = input
  const nextIds = { ...input.nextIds }
  const usedNames = new Set(input.usedNames)
  const period = createPeriod(input.now, size.days)
  const random = createRandom(seed, 2)
  const takeNextId = (table: NumberedTable) => nextIds[table]++

  const planInput = { seed, organisations: countOrganizations(size) }
  const plans = Array.from({ length: size.stores }, (_, index) =>
    createStorePlan(planInput, index, period),
  )
  const organisations = Array.from({ length: planInput.organisations }, (_, organizationIndex) => {
    const { row, tag } = createOrganization(random, usedNames)
    // An organization is older than its stores.
    const storeCreationTimes = plans.flatMap((plan) =>
      plan.organisation === organizationIndex ? plan.createdAt : [],
    )
    const createdAt = toIsoTime(Math.min(period.firstDay, ...storeCreationTimes) - 14 * msPerDay)
    return {
      tag,
      row: { id: takeNextId('organisations'), ...row, createdAt, updatedAt: createdAt },
    }
  })
  yield { table: 'organisations', rows: organisations.map(({ row }) => row) }

  const stores = plans.map((plan) => {
    const owner = plan.organisation === null ? undefined : organisations[plan.organisation]
    const organisation = owner ? { ...owner.row, tag: owner.tag } : null
    const row = createStoreRow(plan, {
      id: takeNextId('stores'),
      organisation,
      themes,
      usedNames,
      period,
    })
    return { plan, row }
  })
  yield { table: 'stores', rows: stores.map(({ row }) => row) }

  const incidents = planIncidents(plans, period)
  const weights = plans.map(({ weight }) => weight)
  const memberShares = splitByWeight(size.members, weights)
  const orderShares = splitByWeight(
    size.orders,
    plans.map(({ weight, quietFrom }) => weight * (quietFrom / size.days)),
  )
  const failedEmails: FailedEmail[] = []
  for (const [index, { plan, row }] of stores.entries()) {
    const expected = { members: memberShares[index] ?? 0, orders: orderShares[index] ?? 0 }
    const context = { period, incidents, newId: takeNextId }
    const emails = yield* generateStoreData(plan, row.id, expected, context)
    failedEmails.push(...emails.filter(({ status }) => status === 'failed').map(toFailedEmail))
    const { createdAt } = row
    const products = [...generateProducts({ seed, index }, row, productOptions)]
    yield {
      table: 'products',
      rows: products.map((product) => ({ ...product, createdAt, updatedAt: createdAt })),
    }
  }

  const count = size.logs
  for (const rows of generateLogs(stores, random, { count, period, incidents, failedEmails }))
    yield { table: 'audit', rows }
}

const toFailedEmail = ({ storeId, endedAt, problem }: EmailRow): FailedEmail => ({
  storeId,
  at: Date.parse(endedAt),
  rejected: problem === emailRejectedProblem ? 'signIn' : 'recipient',
})

const countOrganizations = ({ stores }: SeedSize) =>
  Math.min(stores, Math.max(3, Math.ceil(stores / 6)))

/** Returns the store's emails, whose failures are logged later. */
function* generateStoreData(
  plan: StorePlan,
  storeId: number,
  expected: { members: number; orders: number },
  context: {
    period: SeedPeriod
    incidents: DemoIncidents
    newId: (table: NumberedTable) => number
  },
): Generator<RowBatch, EmailRow[]> {
  const { period, incidents, newId } = context
  const createRowContext = (table: NumberedTable) => ({ period, newId: () => newId(table) })

  const groups = generateMemberGroups(plan, storeId, () => newId('memberGroups'))
  const members = generateMembers(plan, groups, {
    count: expected.members,
    ...createRowContext('members'),
  })
  const { orders, attempts } = generateOrders(plan, members, {
    expected: expected.orders * (period.days / Math.max(1, plan.quietFrom)),
    period,
    incidents,
    newOrderId: () => newId('orders'),
    newAttemptId: () => newId('paymentAttempts'),
  })
  const credits = generateCreditEntries(plan, members, createRowContext('creditEntries'))
  const giftCards = generateGiftCards(plan, storeId, members, {
    orders: expected.orders,
    shortage: incidents.shortage,
    ...createRowContext('giftCards'),
  })
  yield { table: 'memberGroups', rows: groups }
  yield { table: 'members', rows: members }
  yield { table: 'orders', rows: orders }
  yield { table: 'paymentAttempts', rows: attempts }
  yield { table: 'creditEntries', rows: credits }
  yield { table: 'giftCards', rows: giftCards }
  yield { table: 'integrations', rows: generateIntegrations(plan, storeId, context) }
  const mails = generateEmails(plan, storeId, { members, orders, attempts, giftCards }, incidents)
  yield { table: 'mails', rows: mails }
  const activity = { orders, attempts, credits, giftCards, mails }
  yield { table: 'storeDays', rows: computeStoreDays(storeId, activity, period) }
  return mails
}

/** Splits a number of members among stores by weight. The shares add up to the total. */
function splitByWeight(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((left, right) => left + right, 0)
  let weighed = 0
  let assigned = 0
  return weights.map((weight) => {
    weighed += weight
    const cumulative = Math.round((weighed / sum) * total)
    const share = cumulative - assigned
    assigned = cumulative
    return share
  })
}
