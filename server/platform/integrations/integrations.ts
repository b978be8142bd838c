import { smtpIntegration } from '../mail/smtpIntegration.ts'
import { memberSignOn } from '../memberSignOn/memberSignOn.ts'
import { paymentIntegration } from '../paymentSetups/paymentIntegration.ts'
import { adminSignOn } from '../signOn/adminSignOn.ts'
import { cognitoIntegration } from '../cognito/cognitoIntegration.ts'
import { giftCardIntegration } from '../giftCards/giftCardIntegration.ts'
import { printfulIntegration } from '../printful/printfulIntegration.ts'
import type { Integration } from './integration.ts'

/** Every integration of the platform: its calls, its tests, its checks and its place in the logs follow from its line. */
export const integrations: readonly Integration[] = [
  smtpIntegration,
  adminSignOn,
  memberSignOn,
  cognitoIntegration,
  paymentIntegration,
  giftCardIntegration,
  printfulIntegration,
]
