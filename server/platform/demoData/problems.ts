import { adyenMerchantAccount } from './mockProviderKeys.ts'

/** The problems that checks found in failing integrations (incidents.ts says which fail). */
export const emailRejectedProblem =
  'The mail server rejected the sign-in (535). Check the username and password.'

export const ssoUnavailableProblem = "The URL for the provider's keys returned 503. Test again."

export const slowPaymentsProblem = 'One in five requests to the provider times out.'

/** Same as the result of a test at Adyen with this merchant account. */
export const misconfiguredProblem = `The API key can't access the merchant account ${adyenMerchantAccount.closed}. Correct the merchant account in the payment setup, or give the API key access to it in the Adyen Customer Area.`
