import { sql } from 'kysely'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** A change of a member count: members that joined minus members that left. */
export type CountDelta = { id: number; delta: number }

type CountingTable = 'stores' | 'memberGroups'

/**
 * Adds the changes to the member counts. Locks the rows by ID, and doesn't count other members,
 * however many there are.
 */
export async function applyMemberDeltas(
  trx: Connection,
  table: CountingTable,
  deltas: readonly CountDelta[],
): Promise<void> {
  if (deltas.length === 0) return
  const ids = deltas.map(({ id }) => id)
  await lockMemberCounts(trx, table, ids)
  await sql`
    update ${sql.table(table)} as counting set members = greatest(counting.members + moved.came, 0)
    from (
      select id, sum(came)::int as came
      from unnest(${ids}::int[], ${deltas.map(({ delta }) => delta)}::int[])
        as moves (id, came)
      group by id having sum(came) <> 0) as moved
    where counting.id = moved.id`.execute(trx)
}

/**
 * Locks rows with member counts until the transaction ends. Lock groups before their stores, as
 * writes to groups do.
 */
export const lockMemberCounts = (trx: Connection, table: CountingTable, ids: StoreIds) =>
  sql`select id from ${sql.table(table)} where ${matchesIds('id', ids)} order by id for no key update`.execute(
    trx,
  )

export const lockMemberGroups = (trx: Connection, storeIds: StoreIds) =>
  sql`select id from member_groups where ${matchesIds('storeId', storeIds)} order by id for no key update`.execute(
    trx,
  )

/**
 * Counts all members of stores and their groups. During other writes, the caller must lock the
 * groups and stores.
 */
export async function refreshMemberCounts(connection: Connection, ids: StoreIds): Promise<void> {
  await sql`
    update member_groups set members = fresh.members
    from (
      select member_groups.id, count(members.id)::int as members
      from member_groups left join members on members.group_id = member_groups.id
      where ${matchesIds('memberGroups.storeId', ids)} group by member_groups.id) as fresh
    where member_groups.id = fresh.id and member_groups.members <> fresh.members`.execute(
    connection,
  )
  await sql`
    update stores set members = fresh.members
    from (
      select stores.id, count(members.id)::int as members
      from stores left join members on members.store_id = stores.id
      where ${matchesIds('stores.id', ids)} group by stores.id) as fresh
    where stores.id = fresh.id and stores.members <> fresh.members`.execute(connection)
}
