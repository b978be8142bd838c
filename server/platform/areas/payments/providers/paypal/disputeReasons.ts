import { mapDisputeReasons } from '../disputeReasons.ts'

/** PayPal's reasons of disputes (developer.paypal.com, "Disputes API", `reason`). */
export const paypalDisputeReasons = mapDisputeReasons({
  notAuthorized: 'UNAUTHORISED',
  notReceived: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  notAsDescribed: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  refundMissing: 'CREDIT_NOT_PROCESSED',
  canceledSubscription: 'CANCELED_RECURRING_BILLING',
  duplicate: 'DUPLICATE_TRANSACTION',
  wrongAmount: 'INCORRECT_AMOUNT',
  paidOtherwise: 'PAYMENT_BY_OTHER_MEANS',
  transferError: 'PROBLEM_WITH_REMITTANCE',
  other: 'OTHER',
})
