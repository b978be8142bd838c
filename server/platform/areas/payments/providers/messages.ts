import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'

export const formatAll = (items: readonly string[]) => new Intl.ListFormat('en').format(items)
export const formatAny = (items: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(items)

export type ModeName = PaymentMode | (string & {})

/** The titles of test steps, by name. */
export const paymentStepTitles = {
  keys: 'Credentials are complete',
  answer: 'Provider accepts the credentials',
  account: 'Account can take payments',
  webhook: 'Webhook points to this platform',
  event: 'Webhook events arrive with a valid signature',
}

/** Test results that several providers share. */
export const paymentProviderMessages = {
  rateLimited: (provider: string) =>
    `${provider} is receiving too many requests. Try again in a minute.`,
  unexpectedStatus: (provider: string, status: number | string) =>
    `${provider} returned status ${status}. Try again.`,
  noPublicUrl:
    'The platform has no public URL yet. Ask your server administrator to set the environment variable PLATFORM_ORIGIN.',
  nothingToCheck: 'Nothing to check. Manual payments have no provider.',
  hasInstructions: 'Payment instructions are set.',
  noInstructions: 'Enter payment instructions for members.',
  noEvent: (provider: string) =>
    `No correctly signed webhook event has arrived yet. Send a test event from ${provider}, then test again.`,
  noEventWithoutUrl: (provider: string) =>
    `${provider} can't send events until the platform has a public URL. Test again once it has one.`,
  testEventLost: (provider: string, lastDay: string) =>
    `${provider} sent a test event, but we didn't receive it. The last correctly signed event arrived on ${lastDay}.`,
  lastEvent: (day: string) => `The last correctly signed event arrived on ${day}.`,
  webhookComplete: 'The webhook points here and sends the required events.',
}

/** Reasons why nothing was refunded. */
export const refundProviderMessages = {
  nothingRefunded: (reason: string) => `Nothing was refunded. ${reason}`,
  noPaymentId: (provider: string) =>
    `${provider} didn't report which payment this was. Refund it in your ${provider} account, or give credits.`,
  noSetup: (provider: string) =>
    `This store has no ${provider} setup with a secret key. Add one, then try again.`,
}

/** Reasons why nothing was charged. */
export const chargeMessages = {
  nothingCharged: (reason: string) => `Nothing was charged. ${reason}`,
  noActiveSetup: (provider: string) =>
    `This store has no active ${provider} setup. Activate one, then retry.`,
  noFailedPayment: (provider: string) =>
    `${provider} didn't report which payment failed. Send a payment link instead.`,
  noSecretKey: 'The payment setup has no secret key. Add one, then test and activate the setup.',
  noMember:
    "This order isn't linked to a member, so there's no saved card to charge. Send a payment link instead.",
  noSavedMethod: (provider: string) =>
    `${provider} has no saved payment method for this payment. Send a payment link instead.`,
  amountNotSupported: (provider: string, currency: string) =>
    `${provider} can't charge this amount in ${currency}.`,
  currencyNotSupported: (provider: string, currency: string) =>
    `${provider} doesn't support ${currency}.`,
  wholeAmounts: (provider: string, currency: string) =>
    `${provider} accepts only whole amounts in ${currency}.`,
  rejected: (provider: string, code: number | string) =>
    `${provider} rejected the request (${code}).`,
}

/** Why members and banks dispute payments. Providers report codes of their own. */
export const disputeReasonMessages = {
  notAuthorized: 'Payment not authorized',
  notRecognized: 'Payment not recognized',
  notReceived: 'Product or service not received',
  notAsDescribed: 'Product or service not as described',
  complaint: 'Complaint about the product or service',
  counterfeit: 'Counterfeit product',
  refundMissing: 'Refund not received',
  canceledOrder: 'Charged after the order was canceled',
  canceledSubscription: 'Charged after the subscription was canceled',
  duplicate: 'Charged more than once',
  wrongAmount: 'Wrong amount',
  wrongCurrency: 'Wrong currency',
  paidOtherwise: 'Paid another way',
  wrongAccount: "Account details aren't valid",
  insufficientFunds: 'Insufficient funds',
  declinedByBank: "Bank didn't authorize the payment",
  chargedLate: 'Charged too late',
  processingError: 'Payment processed incorrectly',
  bankError: "Bank couldn't process the payment",
  checkReturned: 'Check returned',
  informationRequest: 'Bank asks for information',
  memberRequest: 'Member asked the bank for the money',
  rulesViolated: 'Card network rules not followed',
  transferError: 'Transfer not correct',
  other: 'Other reason',
} as const
