import type { CreditEntryRow } from './credits.ts'
import type { GiftCardRow } from './giftCards.ts'
import type { Incidents } from './incidents.ts'
import type { OrderRow } from './orders.ts'
import type { PaymentAttemptRow } from './payments.ts'
import { dateOf, dayOf, startOf } from './period.ts'
import type { Period } from './period.ts'
import { times } from './random.ts'
import type { StorePlan } from './storePlan.ts'

const nothing = {
  orders: 0,
  revenue: 0,
  paymentsFailed: 0,
  paymentsRecovered: 0,
  creditsIssued: 0,
  creditsRedeemed: 0,
  giftCardsSent: 0,
  giftCardsFailed: 0,
  mailSent: 0,
  mailFailed: 0,
}

type StoreDayRow = typeof nothing & { storeId: number; day: string }

type Activity = {
  orders: readonly OrderRow[]
  attempts: readonly PaymentAttemptRow[]
  credits: readonly CreditEntryRow[]
  giftCards: readonly GiftCardRow[]
}

/** What a store did by day, days without anything left out: orders by placing, revenue by payment, recoveries by their own day. */
export function storeDaysOf(
  plan: StorePlan,
  storeId: number,
  activity: Activity,
  surroundings: { members: number; period: Period; incidents: Incidents },
): StoreDayRow[] {
  const { period } = surroundings
  const days = Array.from({ length: period.days }, () => ({ ...nothing }))
  const add = (field: keyof typeof nothing, at: string | null, amount = 1) => {
    const day = at === null ? undefined : days[dayOf(period, Date.parse(at))]
    if (day) day[field] += amount
  }
  for (const { placedAt, amount, status } of activity.orders) {
    add('orders', placedAt)
    if (status === 'paid' || status === 'fulfilled') add('revenue', placedAt, amount)
  }
  for (const { attemptedAt, recoveredAt } of activity.attempts) {
    add('paymentsFailed', attemptedAt)
    add('paymentsRecovered', recoveredAt)
  }
  for (const { type, enteredAt, amount } of activity.credits) {
    if (type === 'issue') add('creditsIssued', enteredAt, amount)
    if (type === 'redeem') add('creditsRedeemed', enteredAt, -amount)
  }
  for (const { sentAt, status } of activity.giftCards)
    add(status === 'sent' ? 'giftCardsSent' : 'giftCardsFailed', sentAt)
  days.forEach((day, index) => addMail(plan, day, index, surroundings))
  return days
    .map((day, index) => ({ storeId, day: dateOf(period, index), ...day }))
    .filter((day) => Object.keys(nothing).some((field) => day[field as keyof typeof nothing] !== 0)) // The keys of `nothing` are its fields.
}

function addMail(
  plan: StorePlan,
  day: typeof nothing,
  index: number,
  { members, period, incidents }: { members: number; period: Period; incidents: Incidents },
): void {
  const isTuesday = new Date(startOf(period, index)).getUTCDay() === 2
  const letters = index < plan.quietFrom && isTuesday ? Math.round(members * 0.8) : 0
  const mails = day.orders * 2 + day.paymentsFailed + day.giftCardsSent + letters
  const { mail } = incidents
  const refused = mail.stores.has(plan.index) && startOf(period, index + 1) > mail.from
  const failed = refused
    ? Math.ceil(mails * 0.85)
    : Math.min(mails, times(plan.random, mails * 0.006))
  day.mailFailed = failed
  day.mailSent = mails - failed
}
