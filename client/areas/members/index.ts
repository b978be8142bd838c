import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as memberGroups from './MemberGroups.tsx'
import * as memberPage from './page/MemberPage.tsx'

export const screens: AreaScreens<'members'> = {
  '/members/groups': memberGroups,
  '/members/:memberId': memberPage,
}

export { groupListOptions } from './groupList.tsx'
export { groupPanels } from './panels.tsx'
