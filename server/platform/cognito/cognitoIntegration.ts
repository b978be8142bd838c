import { cognitoSetup } from '#shared/resources/cognitoSetup.ts'
import type { FieldErrors } from '#shared/engine/validation.ts'
import { defineIntegration } from '../integrations/integration.ts'
import type { Values } from '../records/values.ts'
import { cognitoCalls } from './comparison.ts'
import { steps } from './steps.ts'
import type { Found } from './steps.ts'

/** The user pool that members sign in with (screens.md, Cognito setup). */
export const cognitoIntegration = defineIntegration<Found>({
  resource: cognitoSetup,
  calls: cognitoCalls,
  settings: [
    'region',
    'userPoolId',
    'clientId',
    'clientSecret',
    'domain',
    'callbackUrls',
    'defaultRedirectUrl',
  ],
  steps,
  begin: () => ({}),
  consequence: {
    wrong: (values, { before }) => wrongAddresses({ ...before, ...values }),
  },
})

function wrongAddresses({ callbackUrls, defaultRedirectUrl: standard }: Values): FieldErrors {
  const addresses = Array.isArray(callbackUrls) ? callbackUrls : []
  if (typeof standard !== 'string' || addresses.length === 0 || addresses.includes(standard))
    return {}
  return {
    defaultRedirectUrl: 'Default redirect must be one of the callback addresses, exactly so',
  }
}
