import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as attempts from './Attempts.tsx'

export const screens: AreaScreens<'payments/attempts'> = {
  '/paymentAttempt': attempts,
}
