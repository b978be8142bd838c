import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as users from './Users.tsx'
import * as userGroups from './groups/UserGroups.tsx'
import * as createUserGroup from './groups/CreateUserGroup.tsx'
import * as permissions from './permissions/Permissions.tsx'

export const screens: AreaScreens<'users'> = {
  '/users': users,
  '/userGroups': userGroups,
  '/userGroups/create': createUserGroup,
  '/permissions': permissions,
}
