import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

type SsoGroups = { userId: number; storeId: number; signOnId: number; names: readonly string[] }

/**
 * Replaces the user groups that a store's identity provider assigned to an account, and returns
 * their names before and after. They apply to that store only. Groups that are built in or grant
 * stores are never assigned.
 */
export async function replaceSsoGroups(
  trx: Connection,
  { userId, storeId, signOnId, names }: SsoGroups,
): Promise<{ before: string[]; after: string[] }> {
  const findGroupNames = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from user_groups where id in (
        select group_id from sso_groups where user_id = ${userId} and store_id = ${storeId})
      order by name`.execute(trx)
    return rows.map(({ name }) => name)
  }
  const before = await findGroupNames()
  await sql`delete from sso_groups where user_id = ${userId} and store_id = ${storeId}`.execute(trx)
  await sql`insert into sso_groups (user_id, store_id, group_id, sign_on_id)
    select ${userId}, ${storeId}, id, ${signOnId} from user_groups
    where name = any(${[...names]}::text[])
      and not built_in and not all_stores and store_ids = '{}'`.execute(trx)
  return { before, after: await findGroupNames() }
}
