import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as memberGroups from './MemberGroups.tsx'

export const screens: AreaScreens<'members'> = {
  '/members/groups': memberGroups,
}

export { groupListOptions } from './groupList.tsx'
export { groupPanels } from './panels.tsx'
