import { sql } from 'kysely'
import { independentDays } from '#shared/credits/approval.ts'
import type { Connection } from '../schema.ts'

type Asked = { operator: number; asker: string; at: string }

/** Whether who asked, or somebody whose account goes back to them, of late made, linked or changed this account or its groups. */
export async function goesBackTo(
  trx: Connection,
  { operator, asker, at }: Asked,
): Promise<boolean> {
  const since = new Date(Date.parse(at) - independentDays * 86_400_000).toISOString()
  const { rows } = await sql`with recursive behind as (
      select id, email, group_ids from users where id = ${operator}
      union
      select maker.id, maker.email, maker.group_ids from behind
        join audit on audit.time >= ${since} and (
          target_type = 'users' and target_id = behind.id
            and (changes ?| array['email', 'groupIds', 'allStores', 'storeIds']
              or event in ('users.created', 'users.invitedAgain', 'users.passwordLinkMade'))
          or target_type = 'userGroups' and target_id = any(behind.group_ids)
            and (changes ?| array['permissions', 'allStores', 'storeIds']
              or event = 'userGroups.membersMoved'))
        join users as maker on maker.email = audit.actor)
    select from behind where email = ${asker} and id <> ${operator} limit 1`.execute(trx)
  return rows.length > 0
}
