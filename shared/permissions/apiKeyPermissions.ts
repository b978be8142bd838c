import { can } from './can.ts'
import { getAreaActions, permissionKeys } from './permissions.ts'
import type { Action } from './permissions.ts'

/** Areas in which a key may only read and export, so that it can't give anyone more permissions. */
const readOnlyKeys: readonly string[] = ['users', 'usersGroups', 'apiKeys']
const readActions: readonly Action[] = ['read', 'export']

/** Actions that need a recent second factor, which a program doesn't have. */
const attendedActions: readonly Action[] = ['secrets', 'erase']

/** Returns the actions in an area that an API key can have. */
export const getApiKeyActions = (key: string): Action[] =>
  getAreaActions(key).filter(
    (action) =>
      !attendedActions.includes(action) &&
      (!readOnlyKeys.includes(key) || readActions.includes(action)),
  )

/** Whether an API key can have a permission such as `Sizes:write`. */
export function isApiKeyPermission(permission: string): boolean {
  const [key = '', action] = permission.split(':')
  return (
    permissionKeys.some((one) => one === key) && getApiKeyActions(key).some((one) => one === action)
  )
}

/**
 * Returns what an API key may do now: what was chosen for it, as far as its owner has it. Names
 * each action, because a key such as `Sizes` alone would allow all of them.
 */
export const limitApiKeyPermissions = (
  chosen: readonly string[],
  owner: readonly string[],
): string[] =>
  permissionKeys.flatMap((key) => {
    const actions = getApiKeyActions(key).filter(
      (action) => chosen.includes(`${key}:${action}`) && can(owner, key, action),
    )
    const isReadable = actions.includes('read')
    return [...(isReadable ? [key] : []), ...actions.map((action) => `${key}:${action}`)]
  })
