import { sql } from 'kysely'
import { attemptFields } from '#shared/areas/payments/attemptFields.ts'
import { nextRetry } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { unclearSubject } from '#server/platform/areas/alerts/ofPayments.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { lastAttempt, recordPaid } from '../attempts.ts'
import { askedAbout, done, valuesOf } from '../changeAttempt.ts'
import { gone } from './charging.ts'
import { rulesOf } from '../retryRules.ts'

/** POST /paymentAttempts/ID/outcome: what an operator found at the provider; what was not charged may be charged again. */
export async function settle(change: Change): Promise<Answer> {
  const { trx, now: at, caller } = change
  const of = await askedAbout(change, 'settle')
  const { outcome } = valuesOf(change, { outcome: attemptFields.outcome })
  const { orderId } = of.last
  const isPaid = outcome === 'charged'
  await sql`update payment_charges set state = ${isPaid ? 'paid' : 'refused'}, ended_at = ${at}
    where order_id = ${orderId} and state = 'unknown'`.execute(trx)
  await sql`update payment_attempts set unclear = false, version = version + 1, updated_at = ${at},
    updated_by = ${caller.email} where order_id = ${orderId}`.execute(trx)
  await sql`delete from attention_items where subject = ${unclearSubject(orderId)}`.execute(trx)
  if (isPaid) await recordPaid(trx, { orderId, at, by: caller.email })
  return done(change, of, isPaid ? 'foundPaid' : 'foundUnpaid')
}

/** GET /paymentAttempts/ID/rule: when the setup by which its store takes payments has it charged again. */
export async function answerRule(asked: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const id = recordIdOf(paymentAttempts, asked)
  const record = await readRecord(db, scopedTo(caller, paymentAttempts), id)
  const last = await lastAttempt(db, Number(record['orderId']))
  if (!last) throw gone()
  const { rules, setup } = await rulesOf(db, last.storeId, last.gateway)
  return { status: 200, body: { at: nextRetry(last, last.attemptedAt, rules), setup } }
}
