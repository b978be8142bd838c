import { sql } from 'kysely'
import { formatCard } from '#shared/areas/payments/attempts.ts'
import type { TimelineEntry } from '#shared/areas/payments/attemptCalls.ts'
import { formatMoney } from '#shared/format/money.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { matchOrderAttempts } from './attemptKeys.ts'

const emptyStep = {
  by: null,
  attempt: null,
  reason: null,
  code: null,
  retryable: null,
  actor: null,
  card: null,
  gateway: null,
  note: null,
}

const paidEvents = ['paymentAttempts.paid', 'paymentAttempts.foundPaid']

type FailedAttempt = Omit<TimelineEntry, 'kind' | 'by' | 'note' | 'card'> & {
  cardBrand: string | null
  cardLast4: string | null
  recoveredAt: string | null
}
type AuditedStep = {
  time: string
  event: string
  actor: string
  cause: string | null
  changes: Record<string, { after?: unknown }>
}

/** GET /orders/ID/timeline: the order, its attempts, and their audit log entries. */
export async function handleLoadOrderTimeline(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const order = await loadRecord(db, limitToCaller(caller, orders), parseRecordId(orders, request))
  const { rows: failedAttempts } = await sql<FailedAttempt>`
    select attempted_at as at, attempt, reason, raw_code as code, retryable, actor, gateway, card_brand, card_last4, recovered_at
    from payment_attempts where ${await matchOrderAttempts(db, order.id)}
    order by attempt, id`.execute(db)
  const { rows: auditedSteps } = await sql<AuditedStep>`
    select time, event, actor, cause, changes from readable_audit
    where target_type = 'paymentAttempts'
      and target_id in (select id from payment_attempt_keys where order_id = ${order.id})
    order by time, id`.execute(db)
  const { rows: refundSteps } = await sql<AuditedStep>`
    select time, event, actor, cause, changes from readable_audit
    where target_type = 'paymentRefunds'
      and target_id in (select id from payment_refunds where order_id = ${order.id})
    order by time, id`.execute(db)
  const recoveredAt = failedAttempts.at(-1)?.recoveredAt
  // The log names who made the retry that was paid.
  const isPaymentLogged = auditedSteps.some(({ event }) => paidEvents.includes(event))
  const steps: TimelineEntry[] = [
    { ...emptyStep, at: String(order['placedAt']), kind: 'placed' },
    ...failedAttempts.map(({ cardBrand, cardLast4, recoveredAt: _recoveredAt, ...one }) => ({
      ...emptyStep,
      ...one,
      kind: 'failed',
      card: formatCard(cardBrand, cardLast4) || null,
    })),
    ...auditedSteps.map(({ time, event, actor, cause, changes }) => ({
      ...emptyStep,
      at: time,
      kind: event.split('.')[1] ?? event,
      by: actor,
      note: cause ?? getNote(changes),
    })),
    ...refundSteps.map(toRefundStep),
    ...(recoveredAt && !isPaymentLogged ? [{ ...emptyStep, at: recoveredAt, kind: 'paid' }] : []),
  ]
  const data = steps.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return { status: 200, body: { data } }
}

/** Converts a log entry of a refund: `paymentRefunds.succeeded` is the step `refundSucceeded`. */
function toRefundStep({ time, event, actor, cause, changes }: AuditedStep): TimelineEntry {
  const name = event.split('.')[1] ?? ''
  const [amount, currency, reason] = ['amount', 'currency', 'reason'].map(
    (field) => changes[field]?.after,
  )
  const texts = [
    typeof amount === 'number' ? formatMoney(amount, String(currency)) : null,
    reason ?? changes['decisionReason']?.after ?? cause,
  ]
  return {
    ...emptyStep,
    at: time,
    kind: `refund${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    by: actor,
    note: texts.filter(Boolean).join('. ') || null,
  }
}

/** Returns the reason of a dismissal, or the time of a scheduled retry. */
function getNote(changes: AuditedStep['changes']): string | null {
  const note = changes['closedReason']?.after ?? changes['nextRetryAt']?.after ?? null
  return note === null ? null : String(note)
}
