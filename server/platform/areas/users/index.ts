import { userBulkActions } from '#shared/areas/users/bulkActions.ts'
import { secondFactorPolicies } from '#shared/areas/users/secondFactorPolicies.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import { users } from '#shared/areas/users/users.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { ssoUserDependent, userGroupHooks, userHooks } from './hooks.ts'
import { buildPermissionsCall } from './permissionsCall.ts'
import { secondFactorPolicyHooks } from './secondFactorPolicyHooks.ts'
import { userBulkHandlers } from './userBulkHandlers.ts'
import { userCalls } from './userCalls.ts'
import { userGroupCalls } from './userGroupCalls.ts'
import { userVisibility } from './visibility.ts'

export const usersArea = defineArea({
  name: 'users',
  resources: [secondFactorPolicies, users, userGroups],
  hooks: {
    secondFactorPolicies: secondFactorPolicyHooks,
    users: userHooks,
    userGroups: userGroupHooks,
  },
  dependents: { userGroups: [ssoUserDependent] },
  calls: ({ getCalls }) => [...userCalls, ...userGroupCalls, buildPermissionsCall(getCalls)],
  bulkActions: { users: { actions: userBulkActions, handlers: userBulkHandlers } },
  visibility: userVisibility,
})

// What other areas use.
export { createAccountLink } from './accountLinks.ts'
export { readOwnerId } from './readOwnerId.ts'

// What the demo data is made from.
export { insertDemoAccounts } from './seed.ts'
