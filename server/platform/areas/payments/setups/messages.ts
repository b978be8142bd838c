import { formatNumber } from '#shared/format/numbers.ts'

/** What the platform says about payment setups, their credentials, and their events. */
export const paymentSetupMessages = {
  usesOther: (setup: string) => `Already uses ${setup}. Remove the store there first.`,
  notUnderstood: (provider: string) =>
    `${provider} signed this event, but it doesn't have the fields that we read. Nothing was changed.`,
  mismatch: (provider: string, order: string, differences: readonly string[]) =>
    [
      `${provider} reported a payment of order ${order} that doesn't match.`,
      ...differences,
      "The order wasn't changed.",
    ].join(' '),
  state: (state: string) => `This setup has the status ${state}.`,
  mode: (event: string, setup: string) =>
    `The event is from ${event} mode, but this setup is in ${setup} mode.`,
  store: 'No store of this setup has that order.',
  merchantAccount: (event: string, setup: string) =>
    `The payment belongs to merchant account ${event}, not ${setup}.`,
  gateway: (due: string) => `The payment is due with ${due}.`,
  amount: (reported: string, due: string) => `${reported} was reported, but ${due} is due.`,
  paidTwice: (provider: string, order: string, paymentId: string) =>
    `${provider} reported payment ${paymentId} of order ${order}, which another payment had already paid. Refund one of them.`,
  failedAfterPaid: (provider: string, order: string, paymentId: string) =>
    `${provider} reported that payment ${paymentId} of order ${order} failed after the order was paid. Check whether the money arrived.`,
  paid: 'The order is paid.',
  alreadyDecided: "This payment's outcome is already known.",
  nothingFailed: 'This order has no failed payment, so nothing was changed.',
  processing: (provider: string) => `${provider} is processing the payment.`,
  failed: (code: string) => `The payment failed with code ${code}.`,
  unusedEvent: "The platform doesn't use this kind of event.",
  otherOrder: "The event doesn't belong to any of our orders.",
  /** The body is purged after `WEBHOOK_BODY_RETENTION_DAYS`; what became of the event stays. */
  bodyPurged:
    "This event can't be replayed because its content was deleted. Webhook contents are stored for a limited time.",
  noPayments: 'No payments are taken',
  liveSecretKey: 'Live secret key',
  storesChange: (names: string) => `These stores change: ${names}.`,
  moreStoresChange: (names: string, more: number) =>
    `These stores change: ${names}, and ${formatNumber(more)} more.`,
  limitCurrency: 'Choose the currency of the amounts.',
  amountRange: "Enter a maximum that isn't below the minimum.",
  storeTaken: (store: string, setup: string) =>
    `${store} already uses ${setup}. Remove the store there first.`,
  switchBody: 'Send "mode" as test or live, and "name" as the name of the setup.',
  typeName: "Type the setup's name to confirm.",
  copyBody: 'Send "name" as the name of the copy.',
  rotateManual: 'Manual setups have no credentials to rotate.',
  rotateIdle: "This setup isn't active. Change its credentials and test them instead.",
  rotateTestEnd: 'Leave this blank in test mode. Only live keys have an expiration date.',
  rotateChanged:
    'The settings have changed since you opened this page. Check them, then rotate again.',
}
