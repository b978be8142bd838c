import { sql } from 'kysely'
import type { PaymentEvent } from '#shared/areas/payments/setupCalls.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { notFound, invalidState } from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { applyRecordedEvent } from './recordEvent.ts'
import { paymentProviders } from '../providers/paymentProviders.ts'
import { toPaymentSetup, buildPaymentWebhookUrl } from '../setups/paymentSetup.ts'
import { paymentSetupMessages } from '../setups/messages.ts'

const eventColumns = sql`id, event_id, kind, mode, received_at, replayed_at, outcome, sentence, order_id`

/** Limits events to orders in the caller's stores. */
const limitToStores = ({ storeIds }: Caller) =>
  storeIds === null
    ? sql`true`
    : sql`exists (select from orders where orders.id = order_id and store_id = any(${storeIds}::int[]))`

/** GET /paymentSetups/ID/events */
export async function handleLoadPaymentWebhookEvents(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const id = parseRecordId(paymentSetups, request)
  const setup = toPaymentSetup(
    await loadRecord(platform.db, limitToCaller(caller, paymentSetups), id),
  )
  const { rows } = await sql<PaymentEvent>`
    select ${eventColumns} from payment_events where setup_id = ${setup.id} and ${limitToStores(caller)}
    order by id desc limit 100`.execute(platform.db)
  const data = rows.map((row) => ({ ...row, id: Number(row.id) }))
  return { status: 200, body: { address: buildPaymentWebhookUrl(platform, setup), data } }
}

/** POST /paymentSetups/ID/events/EVENT/replay */
export async function handleReplayPaymentEvent({
  trx,
  request,
  caller,
  now,
  audit,
}: RequestContext): Promise<CallResult> {
  requireAllStores(paymentSetups, caller)
  const id = parseRecordId(paymentSetups, request)
  const setup = toPaymentSetup(
    await lockRecord(trx, limitToCaller(caller, paymentSetups), id, null),
  )
  const event = request.params['event'] ?? ''
  const { rows } = await sql<PaymentEvent & { body: string }>`
    select ${eventColumns}, body from payment_events
    where setup_id = ${id} and id = ${/^\d{1,15}$/.test(event) ? Number(event) : 0}`.execute(trx)
  const [savedEvent] = rows
  if (!savedEvent) throw notFound('event')
  if (savedEvent.body === '') throw invalidState(paymentSetupMessages.bodyPurged)
  const { receivedAt } = savedEvent
  const eventId = Number(savedEvent.id)
  await sql`update payment_events set replayed_at = ${now}
    where id = ${eventId} and received_at = ${receivedAt}`.execute(trx)
  const verifiedEvent = paymentProviders[setup.provider].webhook?.parseSaved(
    savedEvent.body,
    savedEvent.mode as PaymentMode, // The column holds no other value.
  )
  if (!verifiedEvent) throw notFound('event')
  const result = await applyRecordedEvent(trx, setup, verifiedEvent, {
    id: eventId,
    receivedAt,
    now,
  })
  await audit({
    event: 'paymentSetups.replayed',
    stream: 'integrations',
    target: toAuditTarget(paymentSetups, setup),
    after: { event: savedEvent.eventId, outcome: result.outcome },
  })
  const { body: _body, ...savedFields } = savedEvent
  return { status: 200, body: { ...savedFields, ...result, id: eventId, replayedAt: now } }
}
