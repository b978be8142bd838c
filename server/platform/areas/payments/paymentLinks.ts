import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { integer, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import {
  deletePaymentLinks,
  lockOrder,
  findLastAttempt,
  setOrderPaymentStatus,
} from './attempts.ts'
import type { LastAttempt } from './attempts.ts'
import { assertAttemptChangeAllowed, createNoFailedPaymentError } from './charges/chargeOrder.ts'
import { enqueuePaymentLinkEmail } from './paymentLinkEmail.ts'
import { paymentMessages } from './messages.ts'

const linkLifetimeMs = 7 * 24 * 60 * 60_000

/** Creates a payment link for an order and replaces an earlier one. Only its hash is saved. */
export async function createPaymentLink(
  { trx, now, caller }: Pick<WriteContext, 'trx' | 'now' | 'caller'>,
  { orderId, storeId }: Pick<LastAttempt, 'orderId' | 'storeId'>,
): Promise<{ url: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const expiresAt = new Date(Date.parse(now) + linkLifetimeMs).toISOString()
  await deletePaymentLinks(trx, orderId)
  await sql`insert into pay_links (store_id, order_id, hash, created_at, expires_at)
    values (${storeId}, ${orderId}, ${hash}, ${now}, ${expiresAt})`.execute(trx)
  const { rows } = await sql<{ address: string }>`
    select primary_domain as address from stores where id = ${storeId}`.execute(trx)
  await setOrderPaymentStatus(trx, orderId, { status: 'waiting' }, { at: now, by: caller.email })
  return { url: `https://${rows[0]?.address}/pay/${token}`, expiresAt }
}

const PaymentLinkJobInput = type({ orderId: integer() })
export type PaymentLinkInput = { orderId: number }

/**
 * Emails payment links, one order a row. The job doesn't show the link, so a row without a
 * reachable member is rejected. Emails wait in the queue, which is checked every minute.
 */
export const sendPaymentLinksJob = defineJob({
  name: 'paymentAttempts.link',
  permission: 'payments:write',
  async perform(context, { input, targetId, label }) {
    if (!is(input, PaymentLinkJobInput)) throw new Error('A payment link without its order')
    const { orderId } = input
    const order = await lockOrder(context.trx, orderId)
    const last = order && (await findLastAttempt(context.trx, orderId))
    const { storeIds } = context.caller
    if (!last || (storeIds && !storeIds.includes(last.storeId))) throw createNoFailedPaymentError()
    await assertAttemptChangeAllowed(context.trx, 'link', last)
    const link = await createPaymentLink(context, last)
    if (!(await enqueuePaymentLinkEmail(context, { orderId, ...link })))
      throw invalidState(paymentMessages.noEmail)
    await context.audit({
      event: 'paymentAttempts.linked',
      target: {
        type: 'paymentAttempts',
        id: targetId ?? last.id,
        label,
        storeId: last.storeId,
      },
      after: { until: link.expiresAt },
    })
    return { outcome: 'done', sentence: paymentMessages.linkQueued }
  },
})
