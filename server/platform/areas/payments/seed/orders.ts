import type { FailureReason } from '#shared/areas/payments/attempts.ts'
import type { DemoIncidents } from '#server/platform/demoData/incidents.ts'
import type { MemberRow, PaymentAttemptRow, OrderRow } from '#server/platform/demoData/rows.ts'
import { generateAttempts, pickFailureReason } from './payments.ts'
import { msPerDay, msPerHour, toIsoTime, getDayStart } from '#server/platform/demoData/period.ts'
import type { SeedPeriod } from '#server/platform/demoData/period.ts'
import { rollChance, pickNormal, pickRandom, pickCount } from '#server/platform/demoData/random.ts'
import { toPrice } from '#server/platform/demoData/regions.ts'
import { getDailyActivity, pickTimeOfDay } from '#server/platform/demoData/activity.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'

type OrderOptions = {
  expected: number
  period: SeedPeriod
  incidents: DemoIncidents
  newOrderId: () => number
  newAttemptId: () => number
}

/**
 * Generates the orders of a store with their failed payments: busy on weekdays, quiet on weekends,
 * slowly growing.
 */
export function generateOrders(
  plan: StorePlan,
  members: readonly MemberRow[],
  { expected, period, incidents, newOrderId, newAttemptId }: OrderOptions,
): { orders: OrderRow[]; attempts: PaymentAttemptRow[] } {
  const { random, region, gateway } = plan
  const orders: OrderRow[] = []
  const attempts: PaymentAttemptRow[] = []
  if (members.length === 0) return { orders, attempts }
  const { misconfigured } = incidents
  const recoversUntil = misconfigured?.store === plan.index ? misconfigured.from : period.now
  const draw = () => ({
    member: pickRandom(random, members, 1.6),
    amount: toPrice(Math.min(900, 48 * Math.exp(pickNormal(random) * 0.6)), region.currency),
  })
  function addOrder(
    { member, amount }: ReturnType<typeof draw>,
    placedAt: number,
    reason: FailureReason | null,
    settled?: 'abandoned',
  ) {
    const order = { id: newOrderId(), storeId: member.storeId, currency: region.currency, amount }
    const attemptOptions = { period, recoversUntil, newId: newAttemptId, settled }
    const failed =
      reason && gateway
        ? generateAttempts({ random, gateway }, { ...order, placedAt }, reason, attemptOptions)
        : []
    attempts.push(...failed)
    orders.push({
      ...order,
      memberId: member.id,
      placedAt: toIsoTime(placedAt),
      status: getOrderStatus(failed.at(-1), period.now - placedAt, rollChance(random, 0.015)),
    })
  }
  for (const [day, activity] of getDailyActivity(period, plan.inCampaign).entries()) {
    if (day >= plan.quietFrom) break
    const count = pickCount(random, (expected / period.days) * activity)
    for (let number = 0; number < count; number++) {
      const placedAt = getDayStart(period, day) + pickTimeOfDay(random, region.hoursAhead)
      const drawn = draw()
      const reason = pickFailureReason(plan, placedAt, incidents)
      if (placedAt <= period.now) addOrder(drawn, placedAt, reason)
    }
  }
  for (const { store, hoursAgo, reason, status } of incidents.fixedFailures) {
    const placedAt = period.now - hoursAgo * msPerHour
    if (store === plan.index && placedAt >= period.firstDay)
      addOrder(draw(), placedAt, reason, status)
  }
  return { orders, attempts }
}

function getOrderStatus(
  failed: PaymentAttemptRow | undefined,
  age: number,
  changedMind: boolean,
): OrderRow['status'] {
  const paid = age > 4 * msPerDay ? 'fulfilled' : 'paid'
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
