import { sql } from 'kysely'
import { independentDays } from '#shared/credits/approval.ts'
import type { Connection } from '../schema.ts'

/** By their account; what was kept before accounts were has an address alone. */
export type Asker = { id: number | null; email: string }

type Asked = { operator: number; asker: Asker; at: string }

/** Whether who asked, or somebody whose account goes back to them, of late made, linked or changed this account or its groups. */
export async function goesBackTo(
  trx: Connection,
  { operator, asker, at }: Asked,
): Promise<boolean> {
  const since = new Date(Date.parse(at) - independentDays * 86_400_000).toISOString()
  const { rows } = await sql`with recursive behind as (
      select id, group_ids from users where id = ${operator}
      union
      select maker.id, maker.group_ids from behind
        join audit on audit.time >= ${since} and (
          target_type = 'users' and target_id = behind.id
            and (changes ?| array['email', 'groupIds', 'allStores', 'storeIds']
              or event in ('users.created', 'users.invitedAgain', 'users.passwordLinkMade'))
          or target_type = 'userGroups' and target_id = any(behind.group_ids)
            and (changes ?| array['permissions', 'allStores', 'storeIds']
              or event = 'userGroups.membersMoved'))
        join users as maker on maker.id = audit.actor_id
          or audit.actor_id is null and maker.email = audit.actor)
    select from behind where id <> ${operator} and id = coalesce(${asker.id}::integer,
      (select id from users where email = ${asker.email})) limit 1`.execute(trx)
  return rows.length > 0
}
