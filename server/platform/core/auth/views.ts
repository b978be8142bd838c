import { can } from '#shared/permissions/can.ts'
import { permissionKeys } from '#shared/permissions/permissions.ts'

/** What an account can do, and in which stores; null means all. */
type Access = { permissions: string[]; storeIds: number[] | null }

/** A view of another account ends this long after it began, or with the viewer's session. */
export const viewLifetimeMs = 15 * 60_000

/** The permission to view the console as another account. */
export const viewPermission = 'users:viewAs'

/** Whether an account may view as others. */
export const canView = ({ permissions }: Pick<Access, 'permissions'>): boolean =>
  can(permissions, 'users', 'viewAs')

/**
 * Limits the viewed account to what a view shows: what both accounts can read, in the stores of
 * both. So a view never shows its viewer more than they could see themselves.
 */
export function limitToView<Viewed extends Access>(viewed: Viewed, viewer: Access): Viewed {
  const readableKeys = permissionKeys.filter(
    (key) => can(viewed.permissions, key, 'read') && can(viewer.permissions, key, 'read'),
  )
  return {
    ...viewed,
    permissions: readableKeys.flatMap((key) => [key, `${key}:read`]),
    storeIds: intersectStoreIds(viewed.storeIds, viewer.storeIds),
  }
}

function intersectStoreIds(one: number[] | null, other: number[] | null): number[] | null {
  if (one === null) return other
  return other === null ? one : one.filter((id) => other.includes(id))
}
