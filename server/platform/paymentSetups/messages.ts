/** What the platform says about payment setups, their credentials, and their events. */
export const paymentSetupMessages = {
  usesOther: (setup: string) => `Already uses ${setup}. Remove the store there first.`,
  notUnderstood: (provider: string) =>
    `${provider} signed this event, but it doesn't have the fields that we read. Nothing was changed.`,
  mismatch: (provider: string, order: string, differences: readonly string[]) =>
    `${provider} reported a payment of ${order}, but ${differences.join(', and ')}. The order wasn't changed.`,
  noOrder: (id: number) => `order ${id}`,
  order: (number: string) => `order ${number}`,
  state: (state: string) => `this setup is ${state}`,
  mode: (event: string, setup: string) =>
    `the event is from ${event} mode and this setup is in ${setup} mode`,
  store: 'no store of this setup has that order',
  merchantAccount: (event: string, setup: string) =>
    `the payment belongs to merchant account ${event}, not ${setup}`,
  gateway: (due: string) => `the payment that is due is with ${due}`,
  amount: (reported: string, due: string) => `${reported} was reported and ${due} is due`,
  paidTwice: (provider: string, order: string, paymentId: string) =>
    `${provider} reported payment ${paymentId} of ${order}, which was paid by another payment before. Refund one of them.`,
  failedAfterPaid: (provider: string, order: string, paymentId: string) =>
    `${provider} reported that payment ${paymentId} of ${order} failed, after the order counted as paid. Check whether the money arrived.`,
  paid: 'The order is paid.',
  alreadyDecided: 'The outcome of this payment is known already.',
  nothingFailed: 'No payment of this order failed, so nothing waits for it.',
  processing: (provider: string) => `${provider} is processing the payment.`,
  failed: (code: string) => `A failed payment: ${code}.`,
}
