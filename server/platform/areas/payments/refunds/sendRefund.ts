import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runChargeTransactionAsPlatform } from '../charges/pendingCharges.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'
import { RefundNotAttempted } from '../providers/refund.ts'
import type { RefundRequest, RefundResult } from '../providers/refund.ts'
import { findRefundRow } from './refundRows.ts'
import type { RefundOutcomeReport, RefundRow } from './refundRows.ts'
import { saveRefundOutcome } from './saveRefundOutcome.ts'
import { paymentRefundMessages } from './messages.ts'

/** The pause after a request doubles from 2 minutes up to 12 hours. */
const buildLookInterval = (looks: RawBuilder<unknown>) =>
  sql`interval '2 minutes' * least(power(2, ${looks}), 360)`

const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000]
/**
 * A refund whose provider doesn't answer for this long is left to an operator. One that it
 * processes gets longer: some are reported only by events, days later.
 */
const maxUnansweredMs: Partial<Record<RefundState, number>> = {
  requested: 23 * hourMs,
  processing: 7 * dayMs,
}

/**
 * Asks the provider for a refund that has no outcome yet, and saves the outcome. Does nothing while
 * another process asks. A killed process loses nothing: the same key is asked for again.
 */
export async function sendRefund(platform: Platform, id: number): Promise<void> {
  const claim = await claimRefund(platform, id)
  const refund = claim && (await findRefundRow(platform.db, id))
  if (!claim || !refund) return
  const outcome = await requestRefund(platform, refund, claim)
  if (outcome)
    await runChargeTransactionAsPlatform(platform, async (trx, context) => {
      await saveRefundOutcome(trx, id, outcome, context)
    })
}

/**
 * `maybeSent` says that an earlier request with this key has an unknown outcome; `sentAt` is the
 * time of the first, from which the provider's idempotency window counts.
 */
type Claim = { maybeSent: boolean; sentAt: string }

/** Claims a refund for this process, by moving its next look. */
async function claimRefund({ db, now }: Platform, id: number): Promise<Claim | null> {
  const at = now().toISOString()
  const { rows } = await sql<{ looks: number; sentAt: string }>`
    update payment_refunds set sent_at = coalesce(sent_at, ${at}),
      next_look_at = ${at}::timestamptz + ${buildLookInterval(sql`looks`)}, looks = least(looks + 1, 20)
    where id = ${id} and state in ('requested', 'processing', 'unknown') and not as_credits
      and coalesce(next_look_at, '-infinity') <= ${at}
    returning looks, sent_at`.execute(db)
  return rows[0] ? { maybeSent: rows[0].looks > 1, sentAt: rows[0].sentAt } : null
}

/**
 * Makes a refund due at once, so that `sendRefund` asks again. Returns false for two minutes after
 * the last request: it may still be under way, and not every provider knows keys.
 */
export async function makeRefundDue(
  trx: Connection,
  { id, now }: { id: number; now: string },
): Promise<boolean> {
  const lastRequestAt = sql`next_look_at - ${buildLookInterval(sql`looks - 1`)}`
  const { rows } = await sql`update payment_refunds set next_look_at = ${now}
    where id = ${id} and coalesce(${lastRequestAt} + interval '2 minutes', '-infinity') <= ${now}
    returning id`.execute(trx)
  return rows.length > 0
}

/** Whether the refund can only be looked up, because a repeated request could refund again. */
function isLookupOnly({ gateway, state, reference }: RefundRow, ageMs: number): boolean {
  const { keyLifetimeMs, refundKeyLifetimeMs = keyLifetimeMs } = paymentProviders[gateway]
  return state === 'processing' || reference !== null || ageMs > refundKeyLifetimeMs
}

/** Whether the provider can be asked for the outcome of a refund. */
export function canAskProvider(refund: RefundRow, now: string): boolean {
  const { key, gateway, sentAt } = refund
  if (key === null) return false
  const ageMs = sentAt === null ? 0 : Date.parse(now) - Date.parse(sentAt)
  return paymentProviders[gateway].findRefund !== null || !isLookupOnly(refund, ageMs)
}

/** Asks for the outcome. If it can't be learned for too long, it's unknown. */
async function requestRefund(
  platform: Platform,
  refund: RefundRow,
  claim: Claim,
): Promise<RefundOutcomeReport | null> {
  const { state, gateway } = refund
  const ageMs = platform.now().getTime() - Date.parse(claim.sentAt)
  const isOverdue = ageMs > (maxUnansweredMs[state] ?? Infinity)
  const outcome = await requestOutcome(platform, refund, { ...claim, ageMs }).catch(
    (error: unknown) => {
      if (!isOverdue) throw error
      platform.log.warn(
        { err: error, refundId: refund.id },
        'An operator must record the result of a refund',
      )
      return null
    },
  )
  if (outcome || !isOverdue) return outcome
  const failure = paymentRefundMessages.outcomeUnknown(gateways[gateway])
  return { state: 'unknown', reference: null, failure }
}

async function requestOutcome(
  platform: Platform,
  refund: RefundRow,
  { maybeSent, ageMs }: Claim & { ageMs: number },
): Promise<RefundOutcomeReport | null> {
  const { gateway, key, reference } = refund
  if (key === null) return null
  const request: RefundRequest = { ...refund, key }
  const provider = paymentProviders[gateway]
  if (isLookupOnly(refund, ageMs)) {
    const found = await provider.findRefund?.(platform, request, reference)
    return found ? toReport(refund, found) : null
  }
  try {
    return toReport(refund, await provider.refund(platform, request))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (maybeSent && error instanceof RefundNotAttempted)
      throw new Error(`No setup can ask the provider for the outcome of refund ${key}`, {
        cause: error,
      })
    return { state: 'failed', reference: null, failure: error.problem.detail }
  }
}

const toReport = ({ gateway }: RefundRow, result: RefundResult): RefundOutcomeReport => ({
  state: result.result,
  reference: result.reference,
  ...(result.result === 'failed' && {
    failure: paymentRefundMessages.failed(gateways[gateway], result.code),
  }),
})
