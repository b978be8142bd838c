import { smtpIntegration } from './email/smtpIntegration.ts'
import { mobileSsoIntegration } from './sso/members/mobileSso.ts'
import { paymentIntegration } from './payments/setups/paymentIntegration.ts'
import { adminSsoIntegration } from './sso/adminSso.ts'
import { cognitoIntegration } from './cognito/cognitoIntegration.ts'
import { giftCardIntegration } from './giftCards/giftCardIntegration.ts'
import { printfulIntegration } from './printful/printfulIntegration.ts'
import type { Integration } from '../core/integrations/integration.ts'

/**
 * Every integration of the platform. Its calls, tests, checks, and place in the logs follow from
 * its line here.
 */
export const platformIntegrations: readonly Integration[] = [
  smtpIntegration,
  adminSsoIntegration,
  mobileSsoIntegration,
  cognitoIntegration,
  paymentIntegration,
  giftCardIntegration,
  printfulIntegration,
]
