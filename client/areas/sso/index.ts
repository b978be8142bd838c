import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as adminSso from './admins/AdminSso.tsx'
import * as mobileSso from './members/MobileSso.tsx'

export const screens: AreaScreens<'sso'> = {
  '/stores/:storeId/adminSso/setup': adminSso,
  '/stores/:storeId/member/mobile-sso/setup': mobileSso,
}
