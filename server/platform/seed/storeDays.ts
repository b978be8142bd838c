import type {
  CreditEntryRow,
  GiftCardRow,
  EmailRow,
  OrderRow,
  PaymentAttemptRow,
} from '../demoData/rows.ts'
import { toIsoDate, getDayIndex } from '../demoData/period.ts'
import type { SeedPeriod } from '../demoData/period.ts'

const emptyDay = {
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

type StoreDayRow = typeof emptyDay & { storeId: number; day: string }

type StoreActivity = {
  orders: readonly OrderRow[]
  attempts: readonly PaymentAttemptRow[]
  credits: readonly CreditEntryRow[]
  giftCards: readonly GiftCardRow[]
  mails: readonly EmailRow[]
}

/**
 * Sums what a store did per day, without days on which nothing happened. Orders and their revenue
 * count on the day of the order, recovered payments on their own day.
 */
export function computeStoreDays(
  storeId: number,
  activity: StoreActivity,
  period: SeedPeriod,
): StoreDayRow[] {
  const days = Array.from({ length: period.days }, () => ({ ...emptyDay }))
  const add = (field: keyof typeof emptyDay, at: string | null, amount = 1) => {
    const day = at === null ? undefined : days[getDayIndex(period, Date.parse(at))]
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
  for (const { endedAt, status } of activity.mails)
    add(status === 'sent' ? 'mailSent' : 'mailFailed', endedAt)
  return days
    .map((day, index) => ({ storeId, day: toIsoDate(period, index), ...day }))
    .filter((day) =>
      Object.keys(emptyDay).some((field) => day[field as keyof typeof emptyDay] !== 0),
    ) // The keys of `emptyDay` are its fields.
}
