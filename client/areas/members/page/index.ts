import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as memberPage from './MemberPage.tsx'

export const screens: AreaScreens<'members/page'> = {
  '/members/:memberId': memberPage,
}
