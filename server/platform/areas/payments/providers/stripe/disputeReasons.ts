import { mapDisputeReasons } from '../disputeReasons.ts'

/** Stripe's reasons of disputes (docs.stripe.com/api/disputes/object). */
export const stripeDisputeReasons = mapDisputeReasons({
  notAuthorized: 'fraudulent debit_not_authorized',
  notRecognized: 'unrecognized',
  notReceived: 'product_not_received',
  notAsDescribed: 'product_unacceptable',
  refundMissing: 'credit_not_processed',
  canceledSubscription: 'subscription_canceled',
  duplicate: 'duplicate',
  wrongAccount: 'incorrect_account_details',
  insufficientFunds: 'insufficient_funds',
  bankError: 'bank_cannot_process',
  checkReturned: 'check_returned',
  memberRequest: 'customer_initiated',
  rulesViolated: 'noncompliant',
  other: 'general',
})
