/** The problems that checks found in failing integrations (incidents.ts says which fail). */
export const emailRejectedProblem =
  'The mail server rejected the sign-in (535). Check the username and password.'

export const ssoUnavailableProblem = "The URL for the provider's keys returned 503. Test again."

export const slowPaymentsProblem = 'One in five requests to the provider times out.'

export const misconfiguredProblem =
  "The provider rejects every payment because this API key doesn't have access to the merchant account."
