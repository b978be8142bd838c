import { formatNumber } from '#shared/format/numbers.ts'

/** Texts about refunds and their outcomes. */
export const paymentRefundMessages = {
  chooseCharge: 'Choose a payment of this order that succeeded.',
  tooMuch: (left: string) => `Only ${left} of this payment can still be refunded.`,
  nothingLeft: 'This payment was already refunded in full.',
  noMember: "This order isn't linked to a member, so credits can't be given.",
  otherUnit: (unit: string) => `This store counts credits in ${unit}, not in the order's currency.`,
  exceedsCharge: (left: string) =>
    `Only ${left} of this payment can still be refunded, because it was refunded elsewhere. Reject this refund.`,
  notFailed: 'Only a failed refund can be retried.',
  retriedBefore: 'This refund was already retried.',
  failed: (provider: string, code: string) => `${provider} couldn't make the refund (${code}).`,
  outcomeUnknown: (provider: string) =>
    `We couldn't find out whether ${provider} made this refund. Ask ${provider} again, or check your account there and record the result.`,
  cannotAsk: (provider: string) =>
    `${provider} can't say what happened to this refund. Check your account there, then record the result.`,
  reportedByEvents: (provider: string) =>
    `We can't ask ${provider} about this refund. ${provider} reports the outcome with a webhook event.`,
  asking: (provider: string) =>
    `We asked ${provider} less than two minutes ago. Wait for the response, then try again.`,
  stillOpen: (provider: string) =>
    `We're still waiting for ${provider}. You can record a result once the refund's status is Unknown.`,
  foundNotRefunded: (provider: string) => `An operator found that ${provider} didn't refund this.`,
  atProvider: (provider: string) => `Refunded in the ${provider} account`,
  mismatchedCharge: "The refund's payment doesn't match any of our charges.",
  mismatchedCurrency: (reported: string, currency: string) =>
    `The refund is in ${reported}, but the payment was in ${currency}.`,
  refunded: 'The refund succeeded.',
  processing: 'The refund is being processed.',
  refundFailed: 'The refund failed.',
  known: "This refund's outcome is already known.",
}

/** The alerts about refunds that wait for a second operator, and about those without an outcome. */
export const refundAlertMessages = {
  refundsWait: (store: string) => `Refunds at ${store} need approval`,
  refundsWaitDetail: (requester: string, count: number) =>
    count === 1
      ? `1 refund from ${requester} is waiting for a second operator.`
      : `${formatNumber(count)} refunds from ${requester} are waiting for a second operator.`,
  refundUnknown: (order: string) => `Refund status unknown for order ${order}`,
  refundUnknownDetail: (provider: string, amount: string) =>
    `We couldn't find out whether ${provider} refunded ${amount}. Ask ${provider} again, or check your account there and record the result.`,
}

/** Texts of the bulk action that refunds orders. */
export const refundBulkMessages = {
  noPayment: 'No payment of this order succeeded.',
  nothingLeft: 'All payments of this order were already refunded.',
  chargedOnce: 'This order has only one payment that can be refunded, so none is a duplicate.',
  disputed:
    'A payment of this order is disputed. The member could get the money twice, so respond to the dispute first.',
  manual:
    'This order was paid manually. Return the money yourself, then record the refund on the order.',
  refunds: (amount: string, provider: string, payments: number) =>
    payments === 1
      ? `Refunds ${amount} through ${provider}.`
      : `Refunds ${amount} through ${provider} (${formatNumber(payments)} payments).`,
  needsApproval: 'A second operator must approve it.',
  aboveLimit: (orders: number) =>
    orders === 1
      ? 'The refund of 1 order is above your limit, so a second operator must approve it first.'
      : `The refunds of ${formatNumber(orders)} orders are above your limit, so a second operator must approve them first.`,
  refundsOrders: (amount: string, orders: number) =>
    orders === 1
      ? `This refunds ${amount} to the member of 1 order.`
      : `This refunds a total of ${amount} to the members of ${formatNumber(orders)} orders.`,
  waiting: 'Waiting for a second operator to approve it.',
  sent: "Sent to the payment provider. You'll see the result under Refunds.",
}
