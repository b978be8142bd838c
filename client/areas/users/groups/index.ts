import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as userGroups from './UserGroups.tsx'
import * as createUserGroup from './CreateUserGroup.tsx'

export const screens: AreaScreens<'users/groups'> = {
  '/userGroups': userGroups,
  '/userGroups/create': createUserGroup,
}
