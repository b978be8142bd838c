import { formatMoney } from '#shared/format/money.ts'

/** Texts of refunds on the order's panel and in their list. */
export const refundsMessages = {
  refund: 'Refund',
  refundTitle: (order: string) => `Refund order ${order}`,
  explain:
    'The payment provider returns the money to the member once, even if you submit this form twice. Above your refund limit, a second operator approves it first.',
  charge: (amount: number, currency: string, provider: string, left: number) =>
    left === amount
      ? `${formatMoney(amount, currency)}, ${provider}`
      : `${formatMoney(amount, currency)}, ${provider} (${formatMoney(left, currency)} left)`,
  paid: (amount: string, provider: string) => `Paid ${amount} through ${provider}.`,
  left: (amount: string) => `${amount} can still be refunded.`,
  nothingLeft: 'Nothing can be refunded: no payment of this order succeeded, or all were refunded.',
  details: (reason: string) => `Refund: ${reason}`,
  retry: 'Refund again',
  check: 'Ask provider again',
  checkExplain: (provider: string) =>
    `We're waiting for ${provider} and check automatically. Nothing is refunded twice, even if you ask again.`,
  record: 'Record result',
  recordExplain: (provider: string) =>
    `We couldn't find out whether ${provider} made this refund. Ask ${provider} again, or check your account there and record the result.`,
  chooseOutcome: 'Choose a result',
  limit: 'A second operator must approve refunds above the limit.',
  noApprovers:
    "No other operator can approve this refund. Ask an admin to give another operator access to payments. That operator and the requester must not have changed each other's accounts.",
  openOrder: 'Open order',
} as const
