import { mapDisputeReasons } from '../disputeReasons.ts'

/** Braintree's reasons of disputes, as its webhooks write them (GraphQL schema, `DisputeReason`). */
export const braintreeDisputeReasons = mapDisputeReasons({
  notAuthorized: 'fraud',
  notRecognized: 'not_recognized',
  notReceived: 'product_not_received',
  notAsDescribed: 'product_unsatisfactory',
  refundMissing: 'credit_not_processed',
  canceledSubscription: 'cancelled_recurring_transaction',
  duplicate: 'duplicate',
  wrongAmount: 'transaction_amount_differs',
  wrongAccount: 'invalid_account',
  informationRequest: 'retrieval',
  other: 'general',
})
