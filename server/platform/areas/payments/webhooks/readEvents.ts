import { sql } from 'kysely'
import type { PaymentEvent } from '#shared/areas/payments/setupCalls.ts'
import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { notFound, notPossible } from '#server/platform/core/platform/refusal.ts'
import { demandWhole } from '#server/platform/core/integrations/kept.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { follow } from './events.ts'
import { receivers } from './receivers.ts'
import { asSetup, webhookAddress } from '../setups/setUp.ts'
import { paymentSetupMessages } from '../setups/messages.ts'

const columns = sql`id, event_id, kind, mode, received_at, replayed_at, outcome, sentence, order_id`

/** Whoever is for some stores hears of no others' orders. */
const ofStores = ({ storeIds }: Caller) =>
  storeIds === null
    ? sql`true`
    : sql`exists (select from orders where orders.id = order_id and store_id = any(${storeIds}::int[]))`

/** GET /paymentSetups/ID/events */
export async function answerEvents(
  asked: Asked,
  platform: Platform,
  caller: Caller,
): Promise<Answer> {
  const id = recordIdOf(paymentSetups, asked)
  const setup = asSetup(await readRecord(platform.db, scopedTo(caller, paymentSetups), id))
  const { rows } = await sql<PaymentEvent>`
    select ${columns} from payment_events where setup_id = ${setup.id} and ${ofStores(caller)}
    order by id desc limit 100`.execute(platform.db)
  const data = rows.map((row) => ({ ...row, id: Number(row.id) }))
  return { status: 200, body: { address: webhookAddress(platform, setup), data } }
}

/** POST /paymentSetups/ID/events/EVENT/replay */
export async function replay({ trx, asked, caller, now, audit }: Change): Promise<Answer> {
  demandWhole(paymentSetups, caller)
  const id = recordIdOf(paymentSetups, asked)
  const setup = asSetup(await lockRecord(trx, scopedTo(caller, paymentSetups), id, null))
  const event = asked.params['event'] ?? ''
  const { rows } = await sql<PaymentEvent & { body: string }>`
    select ${columns}, body from payment_events
    where setup_id = ${id} and id = ${/^\d{1,15}$/.test(event) ? Number(event) : 0}`.execute(trx)
  const [kept] = rows
  if (!kept) throw notFound('event')
  if (kept.body === '') throw notPossible(paymentSetupMessages.bodyPurged)
  const eventId = Number(kept.id)
  await sql`update payment_events set replayed_at = ${now} where id = ${eventId}`.execute(trx)
  // The column holds no other.
  const genuine = receivers[setup.provider]?.kept(kept.body, kept.mode as PaymentMode)
  if (!genuine) throw notFound('event')
  const result = await follow(trx, setup, genuine, { id: eventId, now })
  await audit({
    event: 'paymentSetups.replayed',
    stream: 'integrations',
    target: targetOf(paymentSetups, setup),
    after: { event: kept.eventId, outcome: result.outcome },
  })
  const { body: _body, ...told } = kept
  return { status: 200, body: { ...told, ...result, id: eventId, replayedAt: now } }
}
