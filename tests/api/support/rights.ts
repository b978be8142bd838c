import { permissionActions, permissions } from '#shared/permissions/permissions.ts'

/** These keys with all that each covers, as the platform tells them. */
export const rightsOf = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => [key, ...permissionActions.map((action) => `${key}:${action}`)]).toSorted()

/** What a super administrator holds. */
export const everyRight = rightsOf(Object.keys(permissions))
