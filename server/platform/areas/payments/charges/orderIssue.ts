import { sql } from 'kysely'
import type { OrderIssue } from '#shared/areas/payments/orders.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/**
 * Counts the payments that succeeded for an order and aren't refunded in full, not counting refunds
 * that failed. Charges before 2026-11-26 have no ID of the provider to tell two of them apart.
 */
const paidCharges = sql`select count(distinct reference) from payment_charges as charge
  where order_id = orders.id and state = 'paid' and amount > (
    select coalesce(sum(amount), 0) from payment_refunds
    where charge_id = charge.id and state not in ('failed', 'rejected', 'withdrawn'))`

const openDisputes = sql`select from disputes
  where order_id = orders.id and status in ('open', 'review')`

/**
 * Saves whether an order needs a look: it was paid twice, or its payment is disputed. Call it after
 * every change to the charges or refunds of an order that is locked.
 */
export async function refreshOrderIssue(trx: Connection, orderId: number): Promise<void> {
  const [chargedTwice, disputed]: OrderIssue[] = ['chargedTwice', 'disputed']
  await sql`update orders set issue = fresh.issue
    from (select id, case when (${paidCharges}) > 1 then ${chargedTwice}
        when exists (${openDisputes}) then ${disputed} end as issue from orders
      where id = ${orderId}) as fresh
    where orders.id = fresh.id and orders.issue is distinct from fresh.issue`.execute(trx)
}
