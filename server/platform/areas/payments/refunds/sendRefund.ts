import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { runChargeTransactionAsPlatform } from '../charges/pendingCharges.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'
import { RefundNotAttempted } from '../providers/refund.ts'
import type { RefundRequest, RefundResult } from '../providers/refund.ts'
import { findRefundRow } from './refundRows.ts'
import type { RefundOutcomeReport, RefundRow } from './refundRows.ts'
import { saveRefundOutcome } from './saveRefundOutcome.ts'
import { paymentRefundMessages } from './messages.ts'

/** The pause after a request doubles from 2 minutes up to 12 hours. */
const lookInterval = sql`interval '2 minutes' * least(power(2, looks), 360)`

/**
 * Asks the provider for a refund that has no outcome yet, and saves the outcome. Does nothing while
 * another process asks. A killed process loses nothing: the same key is asked for again.
 */
export async function sendRefund(platform: Platform, id: number): Promise<void> {
  const claim = await claimRefund(platform, id)
  const refund = claim && (await findRefundRow(platform.db, id))
  if (!claim || !refund) return
  const outcome = await askProvider(platform, refund, claim)
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
      next_look_at = ${at}::timestamptz + ${lookInterval}, looks = least(looks + 1, 20)
    where id = ${id} and state in ('requested', 'processing') and not as_credits
      and coalesce(next_look_at, '-infinity') <= ${at}
    returning looks, sent_at`.execute(db)
  return rows[0] ? { maybeSent: rows[0].looks > 1, sentAt: rows[0].sentAt } : null
}

async function askProvider(
  platform: Platform,
  refund: RefundRow,
  { maybeSent, sentAt }: Claim,
): Promise<RefundOutcomeReport | null> {
  const { gateway, key, reference, state } = refund
  if (key === null) return null
  const request: RefundRequest = { ...refund, key }
  const provider = paymentProviders[gateway]
  const { keyLifetimeMs, refundKeyLifetimeMs = keyLifetimeMs } = provider
  const isForgotten = platform.now().getTime() - Date.parse(sentAt) > refundKeyLifetimeMs
  if (state === 'processing' || isForgotten) {
    const found = await provider.findRefund?.(platform, request, reference)
    if (found) return toReport(refund, found)
    // Another request could refund a second time.
    if (state === 'requested') await explainUnknownOutcome(platform, refund)
    return null
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

const explainUnknownOutcome = ({ db }: Platform, { id, gateway }: RefundRow): Promise<unknown> =>
  sql`update payment_refunds set failure = ${paymentRefundMessages.outcomeUnknown(gateways[gateway])}
    where id = ${id} and state = 'requested'`.execute(db)
