import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'
import { activeOperators } from '#server/platform/demoData/people.ts'
import { msPerHour } from '#server/platform/demoData/period.ts'

/** The operator who refunds. */
const requesterEmail = activeOperators[1]

/** How many recovered orders get a charge that can be refunded. */
const chargedOrders = 12

/**
 * Inserts charges that succeeded for the newest recovered orders, a second one for the newest order
 * (if possible one paid through Stripe), and refunds: succeeded, processing, failed, and without an
 * answer. The one that is processing has no key, so the chore doesn't ask a real provider about it.
 */
export async function seedRefunds(trx: Connection, now: Date): Promise<void> {
  await insertCharges(trx)
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

async function insertCharges(trx: Connection): Promise<void> {
  await sql`insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, state, reference,
      started_at, started_by, ended_at)
    select store_id, order_id, id, 'order-' || order_id || '-attempt-' || (attempt + 1), gateway, amount, currency, 'paid',
      'ch_demo' || order_id, recovered_at, 'platform', recovered_at
    from (
      select distinct on (order_id) * from payment_attempts as attempt
      where status = 'recovered' and not exists (
        select from payment_charges where order_id = attempt.order_id and state = 'paid')
      order by order_id, attempt desc, id desc) as last
    order by recovered_at desc, id desc limit ${chargedOrders}
    on conflict (key) do nothing`.execute(trx)
  await sql`insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, state, reference,
      started_at, started_by, ended_at)
    select store_id, order_id, attempt_id, gateway || '-ch_demo' || order_id || 'b', gateway, amount, currency, 'paid',
      'ch_demo' || order_id || 'b', started_at, gateway, ended_at
    from payment_charges where state = 'paid' and gateway <> 'manual'
    order by gateway = 'stripe' desc, ended_at desc, id desc limit 1
    on conflict (key) do nothing`.execute(trx)
}
