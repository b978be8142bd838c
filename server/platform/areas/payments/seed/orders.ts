import type { Reason } from '#shared/areas/payments/attempts.ts'
import type { Incidents } from './incidents.ts'
import type { MemberRow } from '#server/platform/areas/members/seed/members.ts'
import { attemptsOf, failureOf } from './payments.ts'
import type { PaymentAttemptRow } from './payments.ts'
import { dayMs, hourMs, instant, startOf } from '#server/platform/demoData/period.ts'
import type { Period } from '#server/platform/demoData/period.ts'
import { chance, normal, pick, times } from '#server/platform/demoData/random.ts'
import { price } from '#server/platform/demoData/regions.ts'
import { rhythmOf, timeOfDay } from '#server/platform/demoData/rhythm.ts'
import type { StorePlan } from '#server/platform/areas/stores/seed/storePlan.ts'

export type OrderRow = {
  id: number
  storeId: number
  memberId: number
  placedAt: string
  amount: number
  currency: string
  status: 'paid' | 'fulfilled' | 'unpaid' | 'cancelled'
}

type Demand = {
  expected: number
  period: Period
  incidents: Incidents
  newOrderId: () => number
  newAttemptId: () => number
}

/** The orders of a store with the payments that failed: busy in the week, quiet at weekends, growing slowly. */
export function ordersOf(
  plan: StorePlan,
  members: readonly MemberRow[],
  { expected, period, incidents, newOrderId, newAttemptId }: Demand,
): { orders: OrderRow[]; attempts: PaymentAttemptRow[] } {
  const { random, region, gateway } = plan
  const orders: OrderRow[] = []
  const attempts: PaymentAttemptRow[] = []
  if (members.length === 0) return { orders, attempts }
  const draw = () => ({
    member: pick(random, members, 1.6),
    amount: price(Math.min(900, 48 * Math.exp(normal(random) * 0.6)), region.currency),
  })
  function place(
    { member, amount }: ReturnType<typeof draw>,
    placedAt: number,
    reason: Reason | null,
    settled?: 'abandoned',
  ) {
    const order = { id: newOrderId(), storeId: member.storeId, currency: region.currency, amount }
    const of = { period, newId: newAttemptId, settled }
    const failed =
      reason && gateway ? attemptsOf({ random, gateway }, { ...order, placedAt }, reason, of) : []
    attempts.push(...failed)
    orders.push({
      ...order,
      memberId: member.id,
      placedAt: instant(placedAt),
      status: statusOf(failed.at(-1), period.now - placedAt, chance(random, 0.015)),
    })
  }
  for (const [day, busy] of rhythmOf(period, plan.inCampaign).entries()) {
    if (day >= plan.quietFrom) break
    const count = times(random, (expected / period.days) * busy)
    for (let number = 0; number < count; number++) {
      const placedAt = startOf(period, day) + timeOfDay(random, region.ahead)
      const drawn = draw()
      const reason = failureOf(plan, placedAt, incidents)
      if (placedAt <= period.now) place(drawn, placedAt, reason)
    }
  }
  for (const { store, hoursAgo, reason, status } of incidents.certain) {
    const placedAt = period.now - hoursAgo * hourMs
    if (store === plan.index && placedAt >= period.firstDay) place(draw(), placedAt, reason, status)
  }
  return { orders, attempts }
}

function statusOf(
  failed: PaymentAttemptRow | undefined,
  age: number,
  changedMind: boolean,
): OrderRow['status'] {
  const paid = age > 4 * dayMs ? 'fulfilled' : 'paid'
  switch (failed?.status) {
    case undefined:
      return changedMind ? 'cancelled' : paid
    case 'recovered':
      return paid
    case 'abandoned':
    case 'dismissed':
      return 'cancelled'
    case 'open':
    case 'scheduled':
    case 'waiting':
      return 'unpaid'
  }
}
