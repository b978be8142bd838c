import { permissionActions, permissions } from '#shared/permissions/permissions.ts'

/** Returns these keys and the permissions that each includes, as the platform does. */
export const expandPermissions = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => [key, ...permissionActions.map((action) => `${key}:${action}`)]).toSorted()

/** The permissions of a super administrator. */
export const allPermissions = expandPermissions(Object.keys(permissions))
