import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import { activeOperators } from '#server/platform/demoData/people.ts'
import { msPerHour } from '#server/platform/demoData/period.ts'

/** The finance operator, who requests the credits. */
const requesterEmail = activeOperators[1]

/** The number of stores where credits wait, and the number of members in each. */
const [waitingStores, waitingMembers] = [2, 3]

/**
 * Inserts credits that wait for approval: above an operator's own limit, for members of stores that
 * use credits, all from one operator.
 */
export async function seedWaitingCreditRequests(trx: Connection, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 3 * msPerHour).toISOString()
  await sql`insert into credit_requests (store_id, member_id, type, amount, unit, reason, created_at, created_by,
      updated_at, updated_by)
    select store_id, member_id, 'issue', amount, unit, reason, ${at}, ${requesterEmail}, ${at}, ${requesterEmail} from (
      select held.store_id, held.member_id, held.unit,
        (case held.unit when 'points' then 15000 else 150000 end) + 500 * place as amount,
        (array['Sales contest winner', 'Twenty years of service', 'Safety week budget'])[1 + place % 3] as reason
      from (
        select *, row_number() over (partition by store_id order by balance desc, id) as place,
          dense_rank() over (order by store_id) as store
        from credit_balances) as held
      where store <= ${waitingStores} and place <= ${waitingMembers}
      order by held.store_id, place) as asked`.execute(trx)
}

/**
 * Sets the accounts of the requesters, once accounts exist. Without them, requesters could approve
 * their own requests.
 */
export const setCreditRequesterIds = (trx: Connection) =>
  sql`update credit_requests set asker_id = users.id
    from users where users.email = credit_requests.created_by and asker_id is null`.execute(trx)
