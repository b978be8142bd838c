import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** How many of the new members have a history of sign-ins, comments, and moves. */
const storiedMembers = 12

/**
 * Gives the demo members with the most orders sign-ins, comments, and moves between groups. One of
 * them is suspended, and one can't sign in.
 */
export async function insertMemberHistories(
  trx: Connection,
  firstMemberId: number,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const storied = sql`(
    select id, name, store_id, group_id, active, row_number() over (order by orders desc, id)::integer as place
    from members join (
      select member_id, count(*) as orders from orders where member_id >= ${firstMemberId}
      group by member_id order by 2 desc, 1 limit ${storiedMembers}) as busiest on member_id = id
  ) as storied`
  // The fourth member's last sign-ins failed. Request IDs of the platform have no digits.
  await sql`
    insert into audit (time, actor, event, target_type, target_id, label, request_id, ip, changes,
      store_id, stream, severity, result, cause)
    select ${at}::timestamptz - try * interval '50 hours' - place * interval '37 minutes', 'platform',
      case when is_refused then 'members.signInRefused' else 'members.signedIn' end, 'members', id, name,
      'signIns', '', jsonb_build_object('method', jsonb_build_object('after', 'sso')), store_id,
      'security', case when is_refused then 'warning' else 'info' end,
      case when is_refused then 'failed' else 'ok' end,
      case when is_refused then 'The store''s identity provider sent no verified email address.' end
    from ${storied} cross join generate_series(1, 8) as try,
      lateral (select place = 4 and try <= 2 or place % 3 = 0 and try = 5) as refusal (is_refused)`.execute(
    trx,
  )
  await sql`
    insert into comments (resource, record_id, created_at, created_by, body)
    select 'members', id, ${at}::timestamptz - place * interval '29 hours', 'platform',
      case when place % 2 = 0
        then 'Called about a **gift card** that went to an old address. Corrected and sent again.'
        else 'Prefers to be contacted by email. Support knows the details.' end
    from ${storied}`.execute(trx)
  await sql`
    insert into member_group_changes
      (member_id, moved_at, moved_by, from_name, group_id, group_name, by_rules)
    select storied.id, ${at}::timestamptz - place * interval '3 days', 'platform', old_group.name,
      member_groups.id, member_groups.name, member_groups.type = 'rule'
    from ${storied} join member_groups on member_groups.id = group_id
      left join lateral (select name from member_groups as other
        where other.store_id = storied.store_id and other.id <> group_id and other.type = 'manual'
        order by id limit 1) as old_group on true`.execute(trx)
  await sql`
    update members set active = false, suspended_at = ${at}::timestamptz - interval '2 days',
      suspended_by = 'platform', suspended_reason = 'Left the company'
    from ${storied} where storied.id = members.id and place = 5`.execute(trx)
}
