import { sql } from 'kysely'
import { permissionKeys } from '#shared/permissions.ts'
import { operatorIdentifier } from '#shared/signIn/user.ts'
import type { StoreIds } from '../records/inScope.ts'
import type { Connection } from '../schema.ts'

/** What somebody may do, and for which stores; null is all. */
export type Held = { permissions: readonly string[]; storeIds: StoreIds }

export type Membership = { groupIds: number[]; allStores: boolean; storeIds: number[] }

export async function heldBy(connection: Connection, account: Membership) {
  const { groupIds, allStores, storeIds } = account
  const groups = await connection
    .selectFrom('userGroups')
    .select(['id', 'name', 'permissions', 'allStores', 'storeIds', 'builtIn'])
    .where('id', 'in', groupIds.length > 0 ? groupIds : [0])
    .orderBy('name')
    .execute()
  const isForAll = allStores || groups.some((group) => group.allStores)
  return {
    groups,
    permissions: [...new Set(groups.flatMap((group) => group.permissions))].toSorted(),
    storeIds: isForAll
      ? null
      : [...new Set([...storeIds, ...groups.flatMap((group) => group.storeIds)])],
  }
}

export const notHeld = (own: Held, rights: readonly string[]): string[] =>
  rights.filter((right) => !own.permissions.includes(right))

export const reaches = ({ storeIds: own }: Held, storeIds: StoreIds): boolean =>
  own === null || (storeIds !== null && storeIds.every((id) => own.includes(id)))

/** Whether an active operator is in the group of all rights, and for all stores by it or by themselves; holds others off until the transaction ends. */
export async function hasSuperAdministrator(
  trx: Connection,
  { besides = 0 }: { besides?: number } = {},
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('super administrators'))`.execute(trx)
  const { rows } = await sql`select 1 from users
    join user_groups on user_groups.id = any(group_ids) and built_in
    where status = 'active' and users.id <> ${besides} and s_identifier = ${operatorIdentifier}
      and (users.all_stores or user_groups.all_stores)
      and user_groups.permissions @> ${permissionKeys}::text[] limit 1`.execute(trx)
  return rows.length > 0
}
