import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as paymentSetups from './PaymentSetups.tsx'
import * as paymentDetails from './PaymentDetails.tsx'

export const screens: AreaScreens<'payments/setups'> = {
  '/payment-setup': paymentSetups,
  '/payment-setup/:id/details': paymentDetails,
}
