import { sql } from 'kysely'
import type { OrderIssue } from '#shared/areas/payments/orders.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { disputeReasonMessages } from '../providers/messages.ts'
import { cardEndings } from './cardEndings.ts'

const brands = ['visa', 'mastercard', 'visa', 'amex', 'mastercard', 'visa']

/** Builds a provider's payment ID from a text; the same text gives the same ID. */
const buildReference = (name: ReturnType<typeof sql>) => sql`case setup.provider
  when 'stripe' then 'ch_3' || substr(md5(${name}), 1, 21)
  when 'adyen' then upper(substr(md5(${name}), 1, 16))
  when 'paypal' then upper(substr(md5(${name}), 1, 17))
  else substr(md5(${name}), 1, 8) end`

/**
 * Inserts the charge of each paid demo order whose store takes payments: at the first attempt, or
 * when its failed payment was retried. One order was charged twice: its member also paid by
 * link. If possible, it's the newest order of its member.
 */
export async function insertDemoCharges({ trx, now }: SeedContext): Promise<void> {
  await sql`
    insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, state, reference,
      started_at, started_by, ended_at, setup_id, mode, card_brand, card_last4)
    select orders.store_id, orders.id, failed.id, setup.provider || '-order-' || orders.id, setup.provider,
      orders.amount, orders.currency, 'paid', ${buildReference(sql`'charge-' || orders.id`)},
      coalesce(failed.recovered_at, orders.placed_at), case when failed.id is null then setup.provider else 'platform' end,
      coalesce(failed.recovered_at, orders.placed_at), setup.id, setup.mode,
      case when setup.provider <> 'paypal' then coalesce(failed.card_brand, (${brands}::text[])[1 + orders.id % ${brands.length}]) end,
      case when setup.provider <> 'paypal' then coalesce(failed.card_last4, (${cardEndings}::text[])[1 + orders.id % ${cardEndings.length}]) end
    from orders
    join payment_setups as setup on orders.store_id = any(setup.store_ids) and setup.provider <> 'manual'
    left join lateral (
      select id, recovered_at, card_brand, card_last4 from payment_attempts
      where order_id = orders.id order by attempt desc limit 1) as failed on true
    where orders.status in ('paid', 'fulfilled')
    order by orders.id`.execute(trx)
  const chargedTwice: OrderIssue = 'chargedTwice'
  await sql`
    with first as (
      select charge.* from payment_charges as charge join orders on orders.id = order_id
      where attempt_id is not null and ended_at < ${now.toISOString()}::timestamptz - interval '1 day'
      order by exists (select from orders as newer
        where newer.member_id = orders.member_id and newer.placed_at > orders.placed_at), ended_at desc, charge.id desc
      limit 1),
    second as (
      insert into payment_charges (store_id, order_id, attempt_id, key, gateway, amount, currency, state, reference,
        started_at, started_by, ended_at, setup_id, mode, card_brand, card_last4)
      select store_id, order_id, attempt_id, key || '-link', gateway, amount, currency, 'paid',
        ${buildReference(sql`'link-' || order_id`)},
        ended_at + interval '11 minutes', gateway, ended_at + interval '11 minutes', setup_id, first.mode, card_brand, card_last4
      from first join payment_setups as setup on setup.id = setup_id
      returning order_id)
    update orders set issue = ${chargedTwice} from second where orders.id = order_id`.execute(trx)
}

/** Inserts two disputes of older payments: one waits for a response, the other one was won. */
export async function insertDemoDisputes({ trx, now }: SeedContext): Promise<void> {
  const at = now.toISOString()
  await sql`
    insert into disputes (setup_id, reference, store_id, order_id, order_number, member_id, charge_id, gateway,
      opened_at, changed_at, due_at, closed_at, amount, currency, reason, status)
    select setup_id, 'dp_1' || substr(md5('dispute-' || charge.id), 1, 20), charge.store_id, orders.id, orders.number,
      orders.member_id, charge.id, charge.gateway, ended_at + interval '2 days',
      ended_at + interval '2 days', ${at}::timestamptz + interval '9 days',
      case when place > 1 then ended_at + interval '4 days' end, charge.amount, charge.currency,
      case when place > 1 then ${disputeReasonMessages.notReceived} else ${disputeReasonMessages.notAuthorized} end,
      case when place > 1 then 'won' else 'open' end
    from (
      select *, row_number() over (order by ended_at desc, id desc) as place from payment_charges
      where attempt_id is null and ended_at < ${at}::timestamptz - interval '5 days') as charge
    join orders on orders.id = charge.order_id
    where place in (1, 30)`.execute(trx)
  const disputed: OrderIssue = 'disputed'
  await sql`update orders set issue = ${disputed}
    where issue is null and id in (select order_id from disputes where status = 'open')`.execute(
    trx,
  )
}
