import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as attempts from './attempts/Attempts.tsx'
import * as paymentSetups from './setups/PaymentSetups.tsx'
import * as paymentDetails from './setups/PaymentDetails.tsx'

export const screens: AreaScreens<'payments'> = {
  '/paymentAttempt': attempts,
  '/payment-setup': paymentSetups,
  '/payment-setup/:id/details': paymentDetails,
}
