import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { refundOutcomeFields } from '#shared/areas/payments/refundCalls.ts'
import {
  isRefundChangeAllowed,
  isRefundOpen,
  recordedRefundChanges,
  refundChanges,
} from '#shared/areas/payments/refunds.ts'
import type { RefundState } from '#shared/areas/payments/refunds.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { refreshOrderIssue } from '../charges/orderIssue.ts'
import { buildRefundResult, lockRefund, sendAndReload } from './refundCallHandlers.ts'
import type { ExternalWriteArguments } from './refundCallHandlers.ts'
import { toRefundTarget } from './refundRows.ts'
import { canAskProvider, makeRefundDue } from './sendRefund.ts'
import { paymentRefundMessages } from './messages.ts'

/** POST /paymentRefunds/ID/check: asks with the same key, so nothing is refunded twice. */
export async function handleCheckRefund(
  ...[, platform, caller, perform]: ExternalWriteArguments
): Promise<CallResult> {
  const result = await perform(async (context) => {
    const { trx, now, audit, request } = context
    const refund = await lockRefund(trx, caller, parseRecordId(paymentRefunds, request))
    const provider = gateways[refund.gateway]
    if (!isRefundOpen(refund.state)) throw invalidState(paymentRefundMessages.known)
    if (!canAskProvider(refund, now))
      throw invalidState(
        refund.state === 'unknown'
          ? paymentRefundMessages.cannotAsk(provider)
          : paymentRefundMessages.reportedByEvents(provider),
      )
    if (!(await makeRefundDue(trx, { id: refund.id, now })))
      throw invalidState(paymentRefundMessages.asking(provider))
    await audit({ event: 'paymentRefunds.asked', target: toRefundTarget(refund) })
    return buildRefundResult(context, refund.id, 200)
  })
  return sendAndReload(platform, caller, result)
}

/** POST /paymentRefunds/ID/outcome: a refund that wasn't made can be requested again. */
export async function handleRecordRefundOutcome(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit, request } = context
  const version = requireVersion(request)
  const values = parseValues({ fields: refundOutcomeFields }, request.body, 'all')
  const outcome = values['outcome'] as keyof typeof recordedRefundChanges // One of its options.
  const reason = String(values['reason'])
  const id = parseRecordId(paymentRefunds, request)
  const refund = await lockRefund(trx, caller, id)
  await lockRecord(trx, limitToCaller(caller, paymentRefunds), id, version)
  const provider = gateways[refund.gateway]
  const change = recordedRefundChanges[outcome]
  if (!isRefundChangeAllowed(change, refund.state, refund))
    throw invalidState(
      isRefundOpen(refund.state)
        ? paymentRefundMessages.stillOpen(provider)
        : paymentRefundMessages.known,
    )
  const state: RefundState = refundChanges[change].to()
  const failure = state === 'failed' ? paymentRefundMessages.foundNotRefunded(provider) : null
  await sql`update payment_refunds set state = ${state}, ended_at = ${now}, failure = ${failure},
      recorded_by = ${caller.email}, recorded_reason = ${reason}, version = version + 1,
      updated_at = ${now}, updated_by = ${caller.email}
    where id = ${id}`.execute(trx)
  await refreshOrderIssue(trx, refund.orderId)
  await audit({
    event: state === 'failed' ? 'paymentRefunds.foundNotRefunded' : 'paymentRefunds.foundRefunded',
    target: toRefundTarget(refund),
    before: { state: refund.state },
    after: { state },
    cause: reason,
  })
  return buildRefundResult(context, id, 200)
}
