import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { integer, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import { deletePayLinks, holdOrder, lastAttempt, moveAttempts } from './attempts.ts'
import type { LastAttempt } from './attempts.ts'
import { admit, gone } from './charges/charging.ts'
import { mailLink } from './linkMail.ts'
import { paymentMessages } from './messages.ts'

const linkLifeMs = 7 * 24 * 60 * 60_000

/** Creates the link by which a member pays an order, in place of an earlier one. Only its hash is saved. */
export async function createPayLink(
  { trx, now, caller }: Pick<Work, 'trx' | 'now' | 'caller'>,
  { orderId, storeId }: Pick<LastAttempt, 'orderId' | 'storeId'>,
): Promise<{ url: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const expiresAt = new Date(Date.parse(now) + linkLifeMs).toISOString()
  await deletePayLinks(trx, orderId)
  await sql`insert into pay_links (store_id, order_id, hash, created_at, expires_at)
    values (${storeId}, ${orderId}, ${hash}, ${now}, ${expiresAt})`.execute(trx)
  const { rows } = await sql<{ address: string }>`
    select primary_domain as address from stores where id = ${storeId}`.execute(trx)
  await moveAttempts(trx, orderId, { status: 'waiting' }, { at: now, by: caller.email })
  return { url: `https://${rows[0]?.address}/pay/${token}`, expiresAt }
}

const Input = type({ orderId: integer() })
export type LinkInput = { orderId: number }

/**
 * Emails payment links, one order a row. The job shows no link, so a row is rejected if no email can carry it. Emails wait
 * in the queue, which is looked at every minute.
 */
export const sendPayLinks = defineJob({
  name: 'paymentAttempts.link',
  needs: 'payments:write',
  async perform(work, { input, targetId, label }) {
    if (!is(input, Input)) throw new Error('A payment link without its order')
    const { orderId } = input
    const order = await holdOrder(work.trx, orderId)
    const last = order && (await lastAttempt(work.trx, orderId))
    const { storeIds } = work.caller
    if (!last || (storeIds && !storeIds.includes(last.storeId))) throw gone()
    await admit(work.trx, 'link', last)
    const link = await createPayLink(work, last)
    if (!(await mailLink(work, { orderId, ...link }))) throw notPossible(paymentMessages.noEmail)
    await work.audit({
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
