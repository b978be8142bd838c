import { sql } from 'kysely'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { activeOperators } from '#server/platform/demoData/people.ts'
import { msPerHour } from '#server/platform/demoData/period.ts'

/** The operator who refunds. */
const requesterEmail = activeOperators[1]

/**
 * Inserts refunds of the newest demo charges: succeeded, processing, failed, and without an answer.
 * The one that is processing has no key, so the chore doesn't ask a real provider about it.
 */
export async function insertDemoRefunds({ trx, now }: SeedContext): Promise<void> {
  const at = new Date(now.getTime() - 2 * msPerHour).toISOString()
  await sql`insert into payment_refunds (store_id, order_id, charge_id, member_id, amount, currency, gateway, reason,
      as_credits, state, key, reference, failure, ended_at, sent_at, looks, asker_id, created_at, created_by, updated_at, updated_by)
    select charge.store_id, charge.order_id, charge.id, orders.member_id, greatest(1, charge.amount / refund.part),
      charge.currency, charge.gateway, refund.reason, false, refund.state,
      case refund.state when 'processing' then null else 'demo-refund-' || charge.id end,
      case when refund.state in ('failed', 'unknown') then null else 're_demo' || charge.id end, refund.failure,
      case when refund.state in ('processing', 'unknown') then null else ${at}::timestamptz end,
      case refund.state when 'unknown' then ${at}::timestamptz - interval '1 day' end,
      case refund.state when 'unknown' then 10 else 0 end, null, ${at}, ${requesterEmail}, ${at}, ${requesterEmail}
    from (
      select *, row_number() over (order by ended_at desc, id desc) as place from payment_charges as paid
      where state = 'paid' and gateway <> 'manual' and not exists (
        select from payment_charges as other
        where other.order_id = paid.order_id and other.state = 'paid' and other.id <> paid.id)) as charge
    join (values (1, 1, 'Wrong size, returned', 'succeeded', null),
      (2, 2, 'One of two mugs arrived broken', 'processing', null),
      (3, 3, 'Delivered late', 'succeeded', null),
      (4, 1, 'Ordered by mistake', 'failed', 'Nothing was refunded. The member''s card was closed.'),
      (5, 1, 'Lost in the mail', 'unknown', null))
      as refund (at, part, reason, state, failure) on refund.at = place
    join orders on orders.id = charge.order_id`.execute(trx)
}
