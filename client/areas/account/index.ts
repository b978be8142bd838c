import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as account from './Account.tsx'

export const screens: AreaScreens<'account'> = {
  '/account': account,
  '/notifications': account,
}
