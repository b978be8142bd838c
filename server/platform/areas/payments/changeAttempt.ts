import { sql } from 'kysely'
import { integer, min, string, type } from 'superstruct'
import { retryManyFields } from '#shared/areas/payments/retriedAttempts.ts'
import { attemptFields } from '#shared/areas/payments/attemptFields.ts'
import { longestWait } from '#shared/areas/payments/attempts.ts'
import type { AttemptChange } from '#shared/areas/payments/attempts.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { is } from '#shared/engine/is.ts'
import { formatMoney } from '#shared/format/money.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { users } from '#shared/areas/users/users.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { badRequest, invalid, notPossible } from '#server/platform/core/platform/refusal.ts'
import { startJob } from '#server/platform/core/jobs/jobs.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf, requiredVersion } from '#server/platform/core/records/recordId.ts'
import { refuseUnconfirmed } from '#server/platform/core/records/changes/update.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { holdOrder, lastAttempt, moveAttempts } from './attempts.ts'
import type { LastAttempt } from './attempts.ts'
import { admit } from './charges/charging.ts'
import { mailLink } from './linkMail.ts'
import { paymentMessages } from './messages.ts'
import { createPayLink } from './payLinks.ts'
import { findRetryablePayments, startRetries, sumAmounts } from './retryMany.ts'
import { retryPayments } from './retryJob.ts'
import type { RetryInput } from './retryJob.ts'

type Asked = { record: AnyRecord; last: LastAttempt }

/** The attempt that a call names and the last one of its order, both held: what is done is done about the order. */
export async function askedAbout(change: Change, admitted: AttemptChange | null): Promise<Asked> {
  const { trx, caller } = change
  const resource = scopedTo(caller, paymentAttempts)
  const id = recordIdOf(paymentAttempts, change.asked)
  const orderId = Number((await readRecord(trx, resource, id))['orderId'])
  await holdOrder(trx, orderId)
  const record = await lockRecord(trx, resource, id, requiredVersion(change.asked))
  const last = await lastAttempt(trx, orderId)
  if (!last) throw notPossible('')
  if (admitted) await admit(trx, admitted, last)
  return { record, last }
}

export const valuesOf = (change: Change, fields: Fields) =>
  readValues({ fields }, change.asked.body, 'all')

/** What is answered once it is done, and logged. */
export async function done(
  { trx, caller, audit }: Change,
  { record }: Asked,
  event: string,
  told: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<Answer> {
  const target = targetOf(paymentAttempts, record)
  await audit({ event: `paymentAttempts.${event}`, target, ...told })
  const body = await readRecord(trx, scopedTo(caller, paymentAttempts), record.id)
  return { status: 200, body, version: body.version }
}

/** POST /paymentAttempts/ID/schedule */
export async function schedule(change: Change): Promise<Answer> {
  const of = await askedAbout(change, 'schedule')
  const { at } = valuesOf(change, { at: attemptFields.at })
  const ms = Date.parse(String(at)) - Date.parse(change.now)
  if (ms <= 0) throw invalid({ at: paymentMessages.past })
  if (ms > longestWait) throw invalid({ at: paymentMessages.tooLate })
  const { orderId } = of.last
  await moveAttempts(
    change.trx,
    orderId,
    { status: 'scheduled', nextRetryAt: String(at) },
    { at: change.now, by: change.caller.email },
  )
  return done(change, of, 'scheduled', { after: { nextRetryAt: at } })
}

/** POST /paymentAttempts/ID/dismissal */
export async function dismiss(change: Change): Promise<Answer> {
  const of = await askedAbout(change, 'dismiss')
  const { reason } = valuesOf(change, { reason: attemptFields.reason })
  await moveAttempts(
    change.trx,
    of.last.orderId,
    { status: 'dismissed', closedReason: String(reason) },
    { at: change.now, by: change.caller.email },
  )
  return done(change, of, 'dismissed', { after: { closedReason: reason } })
}

/** DELETE /paymentAttempts/ID/dismissal */
export async function reopen(change: Change): Promise<Answer> {
  const of = await askedAbout(change, 'reopen')
  const { now: at, caller } = change
  await moveAttempts(change.trx, of.last.orderId, { status: 'open' }, { at, by: caller.email })
  return done(change, of, 'reopened')
}

/** PUT /paymentAttempts/ID/owner: of all attempts of the order. */
export async function assign(change: Change): Promise<Answer> {
  const { trx, now, caller } = change
  const of = await askedAbout(change, null)
  const { ownerId } = valuesOf(change, { ownerId: attemptFields.ownerId })
  if (ownerId !== null) {
    const { rows } = await sql`select from ${rowsOf(users, caller.storeIds)}
      where id = ${ownerId} and status = 'active'`.execute(trx)
    if (rows.length === 0) throw invalid({ ownerId: paymentMessages.notActiveUser })
  }
  await sql`update payment_attempts set owner_id = ${ownerId}, version = version + 1, updated_at = ${now},
    updated_by = ${caller.email} where order_id = ${of.last.orderId}`.execute(trx)
  return done(change, of, 'assigned', {
    before: { ownerId: of.record['ownerId'] },
    after: { ownerId },
  })
}

/** POST /paymentAttempts/ID/link: the link is answered once; the store knows it by its hash. */
export async function link(change: Change): Promise<Answer> {
  const of = await askedAbout(change, 'link')
  const { url, expiresAt } = await createPayLink(change, of.last)
  await done(change, of, 'linked', { after: { until: expiresAt } })
  const post = await mailLink(change, { orderId: of.last.orderId, url, expiresAt })
  const body = { url: null, expiresAt, mailed: post !== null }
  return { status: 201, body, once: { url }, ...(post && { afterwards: post }) }
}

const Confirmed = type({ amount: min(integer(), 1), currency: string() })

/** POST /paymentAttempts/ID/retry: 202 and a job of one row. */
export async function retry(change: Change): Promise<Answer> {
  const { trx, caller } = change
  const { body } = change.asked
  const id = recordIdOf(paymentAttempts, change.asked)
  const record = await readRecord(trx, scopedTo(caller, paymentAttempts), id)
  if (!is(body, Confirmed)) throw badRequest(paymentMessages.confirmAmount)
  const orderId = Number(record['orderId'])
  const last = await lastAttempt(trx, orderId)
  if (!last) throw notPossible('')
  await admit(trx, 'retry', last)
  const { amount, currency } = body
  const { attempt } = last
  const input: RetryInput = { orderId, confirmed: { amount, currency, attempt } }
  const title = paymentMessages.retryOrderTitle(last.orderNumber)
  return startJob(change, {
    kind: retryPayments,
    title,
    rows: [{ targetId: id, label: last.orderNumber, input }],
  })
}

/** POST /paymentAttempts/retries: 202 and a job with a row an order, once what is charged was confirmed. */
export async function retryClass(change: Change): Promise<Answer> {
  const { reason } = valuesOf(change, retryManyFields)
  const due = await findRetryablePayments(change, sql<boolean>`reason = ${reason}`)
  if (due.length === 0) throw notPossible(paymentMessages.nothingToRetry)
  const kinds = sumAmounts(due).map(({ currency, amount, payments }) => ({
    what: paymentMessages.charged(formatMoney(amount, currency)),
    count: payments.length,
    examples: payments.slice(0, 5).map(({ orderNumber }) => orderNumber),
  }))
  const ids = due.map(({ id }) => id)
  refuseUnconfirmed(change.asked, { reason, ids }, { reaches: due.length, own: 0, worse: kinds })
  const label = retryManyFields.reason.options?.find(({ value }) => value === reason)?.label
  return startRetries(change, due, String(label))
}
