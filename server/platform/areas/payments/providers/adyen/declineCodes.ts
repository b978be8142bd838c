import { mapDeclineCodes } from '../declineCodes.ts'

/**
 * Adyen's refusalReasonCode (docs.adyen.com/development-resources/refusal-reasons), and its
 * errorCodes 901 and 905.
 */
export const adyenDeclineCodes = mapDeclineCodes({
  insufficientFunds: '12',
  limitExceeded: '28 29',
  unusableCard: '6 8 24 32 34 35',
  authenticationRequired: '11 17 18 19 33 36 38 39 41 42 43',
  declinedByBank: '2 3 10 27',
  neverRetry: '5 14 20 22 23 25 31 46',
  consentWithdrawn: '15 26',
  temporaryError: '4',
  bankUnavailable: '9',
  canceledByMember: '16',
  providerError: '21 37 40 44 45',
  setupError: '7 901 905',
})
