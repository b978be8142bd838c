import { sql } from 'kysely'
import { permissionKeys } from '#shared/permissions/permissions.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import type { StoreIds } from './storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** An account's permissions and stores; null means all stores. */
type EffectivePermissions = { permissions: readonly string[]; storeIds: StoreIds }

export type Membership = { groupIds: number[]; allStores: boolean; storeIds: number[] }

/**
 * Loads an account's permissions. With a user ID, includes what the identity providers of its
 * stores assign.
 */
export async function getEffectivePermissions(
  connection: Connection,
  account: Membership,
  userId?: number,
) {
  const { groupIds, allStores, storeIds } = account
  const groups = await connection
    .selectFrom('userGroups')
    .select(['id', 'name', 'permissions', 'allStores', 'storeIds', 'builtIn'])
    .where('id', 'in', groupIds.length > 0 ? groupIds : [0])
    .orderBy('name')
    .execute()
  const fromProviders = userId === undefined ? [] : await findSsoAssignedGroups(connection, userId)
  const isForAll = allStores || groups.some((group) => group.allStores)
  return {
    groups,
    permissions: [
      ...new Set([...groups, ...fromProviders].flatMap((group) => group.permissions)),
    ].toSorted(),
    storeIds: isForAll
      ? null
      : [...new Set([...storeIds, ...groups.flatMap((group) => group.storeIds)])],
  }
}

type SsoGroup = { name: string; permissions: string[]; storeId: number; store: string }

/**
 * Finds the groups that identity providers assign to an account, each with the store it counts for.
 */
export async function findSsoAssignedGroups(
  connection: Connection,
  userId: number,
): Promise<SsoGroup[]> {
  const { rows } = await sql<SsoGroup>`
    select user_groups.name, permissions, store_id, stores.name as store
    from sso_groups
      join user_groups on user_groups.id = group_id
      join stores on stores.id = store_id
    where user_id = ${userId} order by user_groups.name, lower(stores.name), store_id`.execute(
    connection,
  )
  return rows
}

export const getMissingPermissions = (
  own: EffectivePermissions,
  permissions: readonly string[],
): string[] => permissions.filter((permission) => !own.permissions.includes(permission))

export const hasAccessToStores = (
  { storeIds: own }: EffectivePermissions,
  storeIds: StoreIds,
): boolean => own === null || (storeIds !== null && storeIds.every((id) => own.includes(id)))

/**
 * Whether an active operator other than `exceptUserId` is in the super administrator group and has all
 * stores, through the group or the account. Locks out concurrent checks until the transaction ends.
 */
export async function hasSuperAdministrator(
  trx: Connection,
  { exceptUserId = 0 }: { exceptUserId?: number } = {},
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('super administrators'))`.execute(trx)
  const { rows } = await sql`select 1 from users
    join user_groups on user_groups.id = any(group_ids) and built_in
    where status = 'active' and users.id <> ${exceptUserId} and s_identifier = ${operatorIdentifier}
      and (users.all_stores or user_groups.all_stores)
      and user_groups.permissions @> ${permissionKeys}::text[] limit 1`.execute(trx)
  return rows.length > 0
}
