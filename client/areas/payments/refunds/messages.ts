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
  limit: 'A second operator has to approve refunds above the limit.',
  noApprovers:
    "No other operator can approve this refund. Ask an administrator to give payments access to an operator who hasn't changed the requester's account and whose account the requester hasn't changed.",
  openOrder: 'Open order',
} as const
