import { formatDay, toDay } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'

/** The alerts about incidents, double charges, disputes, and charges whose outcome is unknown. */
export const paymentAlertMessages = {
  failingAt: (store: string) => `Payments are failing at ${store}`,
  incidentCause: (cause: string) => `${cause}.`,
  incidentCode: (code: string) => `The provider's error code is ${code}.`,
  incidentDetail: 'Open the incident to see the affected stores and amounts.',
  chargedTwice: (order: string) => `Charged twice: order ${order}`,
  chargedTwiceDetail: (payments: number, amounts: string) =>
    `${payments === 2 ? 'Two' : formatNumber(payments)} payments succeeded (${amounts}). Refund all but one.`,
  dispute: (order: string, dueAt: string | null) =>
    dueAt === null
      ? `Disputed payment for order ${order}`
      : `Disputed payment for order ${order}: respond by ${formatDay(toDay(dueAt))}`,
  disputeDeadline: (order: string) => `Respond to the dispute for order ${order}`,
  disputeDetail: (amount: string, provider: string) =>
    `A member disputes ${amount}. Send your evidence in your ${provider} account.`,
  chargeUnknown: (order: string) => `Charge status unknown for order ${order}`,
  chargeUnknownDetail: (provider: string) =>
    `We couldn't find out from ${provider} whether the card was charged. Check your account there, then record the result.`,
}
