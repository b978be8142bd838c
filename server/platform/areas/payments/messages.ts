import { formatNumber } from '#shared/format/numbers.ts'

const formatPaymentCount = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'payment' : 'payments'}`

/** Texts about charges and their outcomes. */
export const paymentMessages = {
  processing: (gateway: string) =>
    `${gateway} is still processing the last payment for this order. Wait for the outcome, so the member isn't charged twice.`,
  otherAttempt: (attempt: number) =>
    `This order was charged again after you confirmed, and is now at attempt ${attempt}. Check its timeline, then retry.`,
  retryByReasonTitle: (count: number, reason: string) =>
    `Retry ${formatPaymentCount(count)} (${reason})`,
  retryIncidentTitle: (count: number, provider: string) =>
    count === 1
      ? `Retry 1 failed payment (${provider} incident)`
      : `Retry ${formatNumber(count)} failed payments (${provider} incident)`,
  linkTitle: (count: number, provider: string) =>
    count === 1
      ? `Send 1 payment link (${provider} incident)`
      : `Send ${formatNumber(count)} payment links (${provider} incident)`,
  chargesOrders: (amount: string, orders: number) =>
    orders === 1
      ? `This charges the member ${amount} for 1 order.`
      : `This charges members a total of ${amount} for ${formatNumber(orders)} orders.`,
  nothingToRetry: 'There are no failed payments left that can be retried.',
  nothingToLink: 'There are no payments left in this incident that need a payment link.',
  otherCount: (count: number) =>
    `The payments in this incident have changed (now ${formatPaymentCount(count)}). Check them, then confirm again.`,
  confirmTotals: 'The body must contain "payments" and "amounts" to confirm the totals.',
  needsSetupFix:
    "This payment failed because of the payment setup, which hasn't passed a test since then. Fix, test, and activate the setup first.",
  never:
    "This card can't be charged again because the card's bank doesn't allow it. Send a payment link instead.",
  memberFirst:
    'The member needs to take action before this card can be charged again. Send a payment link.',
  noRetry: "Retrying won't help with this kind of failure. Send a payment link instead.",
  noEmail:
    "We can't email the member, so no link was created. Create the link in the payment's menu and send it yourself.",
  linkQueued: 'The link is in the email queue.',
  setupWorks: (setup: string) => `${setup} is working again.`,
  notDue: 'This retry is no longer due.',
  processingStarted: (gateway: string) =>
    `${gateway} is processing the payment. You'll see the result in the timeline.`,
  forgotten: (gateway: string, key: string) =>
    `We couldn't find out from ${gateway} whether charge ${key} succeeded. Check your account there, then record the result.`,
  noOutcome: (gateway: string, paymentId: string) =>
    `${gateway} didn't report the outcome of payment ${paymentId} within 30 days. Check your account there, then record the result.`,
  noFailedPayment: "This order doesn't have a failed payment anymore.",
  charging: 'This order is being charged right now. Wait for the result.',
  amountChanged: (amount: string) => `The amount is now ${amount}. Check it, then confirm again.`,
  notAvailable: (action: string, state: string) =>
    `"${action}" isn't available because the payment is ${state}.`,
  chargeUnknown: (gateway: string) =>
    `We don't know whether this order was charged. Check your ${gateway} account, then record the result.`,
  chargeKnown: 'The result of this charge is already known.',
  confirmAmount: 'The body must contain "amount" and "currency" to confirm the charge.',
  past: 'Choose a time in the future.',
  tooLate: 'Choose a time within the next 30 days.',
  charged: (amount: string) => `Charges totaling ${amount}`,
  retryOrderTitle: (order: string) => `Retry payment for ${order}`,
  alreadyResolved: 'This incident is already resolved.',
  closed: 'This payment is already recovered or abandoned.',
  noPermission: 'The user who started this job no longer has permission to retry this payment.',
  noResponse:
    "The provider didn't respond, so we don't know yet whether the card was charged. We'll check again within a few minutes.",
  unknownResult:
    "We couldn't find out from the provider whether the card was charged. Check your account there, then record the result.",
  paid: 'Paid.',
  waiting: 'Waiting for the member to pay.',
  failedAgain: (code: string) => `The payment failed again (${code}).`,
}
