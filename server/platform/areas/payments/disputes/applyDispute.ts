import { sql } from 'kysely'
import { disputeStates } from '#shared/areas/payments/disputes.ts'
import { paymentModes } from '#shared/areas/payments/setupChoices.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockOrder } from '../attempts.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import type { DisputeUpdate, VerifiedEvent } from '../providers/verifiedEvent.ts'
import { paymentSetupMessages } from '../setups/messages.ts'
import type { PaymentSetup } from '../setups/paymentSetup.ts'
import type { PaymentEventResult } from '../webhooks/applyEvent.ts'

type DisputedOrder = { id: number; chargeId: number | null }

/**
 * Finds the order of a disputed payment among the setup's stores: by our reference, or by the
 * provider's ID of the payment.
 */
async function findDisputedOrder(
  trx: Connection,
  { storeIds, provider }: PaymentSetup,
  { orderId, paymentIds }: VerifiedEvent,
): Promise<DisputedOrder | undefined> {
  const ids = [...paymentIds]
  const { rows } = await sql<DisputedOrder>`
    select orders.id, charge.id as charge_id from orders
    left join payment_charges as charge
      on charge.order_id = orders.id and charge.gateway = ${provider} and charge.reference = any(${ids}::text[])
    where orders.store_id = any(${storeIds}::int[]) and orders.id = any(array(
      select ${orderId}::int where ${orderId}::int is not null
      union all select order_id from payment_charges where gateway = ${provider} and reference = any(${ids}::text[])
      union all select order_id from payment_attempt_keys where gateway = ${provider} and reference = any(${ids}::text[])))
    order by charge.id nulls last limit 1`.execute(trx)
  return rows[0]
}

/** Saves what an event says about a dispute. An older event than the last one changes nothing. */
export async function applyDispute(
  trx: Connection,
  setup: PaymentSetup,
  event: VerifiedEvent & { dispute: DisputeUpdate },
): Promise<PaymentEventResult> {
  const { dispute, mode } = event
  const order = await findDisputedOrder(trx, setup, event)
  if (!order) return { outcome: 'ignored', sentence: paymentSetupMessages.otherOrder }
  const about = { orderId: order.id, chargeId: order.chargeId ?? undefined }
  if (mode !== setup.mode) {
    const [eventMode, setupMode] = [mode, setup.mode].map((one) => paymentModes[one].toLowerCase())
    const sentence = paymentSetupMessages.mode(String(eventMode), String(setupMode))
    return { outcome: 'mismatched', sentence, ...about }
  }
  await lockOrder(trx, order.id)
  const { state, at, openedAt, dueAt, reason, amount, currency } = dispute
  const closedAt = state === 'won' || state === 'lost' ? at : null
  await sql`
    insert into disputes (setup_id, reference, store_id, order_id, order_number, member_id, charge_id, gateway,
      opened_at, changed_at, due_at, closed_at, amount, currency, reason, status)
    select ${setup.id}, ${dispute.id}, store_id, id, number, member_id, ${order.chargeId}, ${setup.provider},
      ${openedAt}, ${at}, ${dueAt}, ${closedAt}, ${amount}, ${currency}, ${reason}, ${state}
    from orders where id = ${order.id}
    on conflict (setup_id, reference) do update set changed_at = excluded.changed_at,
      due_at = coalesce(excluded.due_at, disputes.due_at), closed_at = excluded.closed_at,
      amount = excluded.amount, currency = excluded.currency,
      reason = coalesce(excluded.reason, disputes.reason), status = excluded.status
    where excluded.changed_at > disputes.changed_at
      or (excluded.changed_at = disputes.changed_at and disputes.closed_at is null)`.execute(trx)
  await refreshOrderIssue(trx, order.id)
  return { outcome: 'done', sentence: paymentSetupMessages.dispute(disputeStates[state]), ...about }
}
