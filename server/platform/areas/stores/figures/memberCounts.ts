import { sql } from 'kysely'
import { matchesIds } from '#server/platform/core/records/storeScope.ts'
import type { StoreIds } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** How many came to what counts them, less who went. */
export type CountDelta = { id: number; delta: number }

type CountingTable = 'stores' | 'memberGroups'

/** Adds who came to what these count, held in the order of ids: nobody else is looked at, however many there are. */
export async function applyMemberDeltas(
  trx: Connection,
  counting: CountingTable,
  moves: readonly CountDelta[],
): Promise<void> {
  if (moves.length === 0) return
  const ids = moves.map(({ id }) => id)
  await lockCountingRows(trx, counting, ids)
  await sql`
    update ${sql.table(counting)} as counting set members = greatest(counting.members + moved.came, 0)
    from (
      select id, sum(came)::int as came
      from unnest(${ids}::int[], ${moves.map(({ delta: came }) => came)}::int[])
        as moves (id, came)
      group by id having sum(came) <> 0) as moved
    where counting.id = moved.id`.execute(trx)
}

/** Keeps others from changing these until the transaction ends. Groups are held before their stores, as whoever changes a group does. */
export const lockCountingRows = (trx: Connection, counting: CountingTable, ids: StoreIds) =>
  sql`select id from ${sql.table(counting)} where ${matchesIds('id', ids)} order by id for no key update`.execute(
    trx,
  )

export const lockStoreGroups = (trx: Connection, storeIds: StoreIds) =>
  sql`select id from member_groups where ${matchesIds('storeId', storeIds)} order by id for no key update`.execute(
    trx,
  )

/** Counts all members of stores and of their groups. Where others write, the groups and the stores must be held. */
export async function countMembers(connection: Connection, ids: StoreIds): Promise<void> {
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
