import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { integer, optional, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { EventOutcome } from '#shared/areas/payments/setupCalls.ts'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import type {
  WebhookHandler,
  WebhookRequest,
} from '#server/platform/core/integrations/webhookHandler.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { printfulEventMessages, printfulMessages } from './messages.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const PrintfulWebhookEvent = type({
  type: string(),
  store_id: integer(),
  data: optional(
    type({
      order: optional(
        type({ external_id: optional(nullable(string())), status: optional(string()) }),
      ),
    }),
  ),
})
type PrintfulWebhookEvent = Infer<typeof PrintfulWebhookEvent>

/**
 * Receives an account's events: signed by the webhook whose key they name, and for that webhook's
 * store.
 */
export const printfulWebhookHandler: WebhookHandler = {
  resource: printfulSetup,
  async receive({ platform, body, header }, record) {
    const printfulStoreId = await findSigningStore(platform, record.id, { body, header })
    if (printfulStoreId === null) return 'not genuine'
    const event = parsePrintfulEvent(body)
    // An unreadable event is saved and accepted, because Printful would send it again without end.
    if (!event)
      return recordPrintfulEvent(
        platform,
        record,
        { type: 'unknown', store_id: printfulStoreId },
        body,
      )
    if (event.store_id === printfulStoreId)
      return recordPrintfulEvent(platform, record, event, body)
    await recordPrintfulEvent(
      platform,
      record,
      { type: event.type, store_id: printfulStoreId },
      body,
    )
    return 'not genuine'
  },
}

function parsePrintfulEvent(body: string): PrintfulWebhookEvent | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return is(parsed, PrintfulWebhookEvent) ? parsed : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Finds the Printful store whose secret signed this body; null if none did. */
async function findSigningStore(
  { db, secrets }: Platform,
  setupId: number,
  { body, header }: Pick<WebhookRequest, 'body' | 'header'>,
): Promise<number | null> {
  const signature = Buffer.from(header('x-pf-webhook-signature'), 'hex')
  const { rows } = await sql<{ id: number; storeId: number; sealed: string }>`
    select id, store_id::float8 as store_id, secret_sealed as sealed from printful_stores
    where setup_id = ${setupId} and webhook_key = ${header('x-pf-webhook-public-key')}
      and secret_sealed is not null`.execute(db)
  const store = rows.find(({ id, sealed }) => {
    const secret = secrets.open({ table: 'printfulStores', column: 'secret', id }, sealed)
    const expected = createHmac('sha256', secret).update(body).digest()
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
  return store?.storeId ?? null
}

/**
 * Returns an event's ID. Printful's events have none, but a repeated one differs only in `retries`.
 */
function hashEvent(body: string): string {
  return createHash('sha256').update(removeRetries(body)).digest('base64url')
}

function removeRetries(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return body
    const { retries: _retries, ...rest }: Record<string, unknown> = { ...parsed }
    return JSON.stringify(rest)
  } catch (error) {
    // Not JSON, or nested deeper than the stack: its bytes identify it.
    if (error instanceof SyntaxError || error instanceof RangeError) return body
    throw error
  }
}

/** Replaces NUL, which the database can't store. */
const toDatabaseText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

type PrintfulEventResult = { outcome: EventOutcome; sentence: string }

/**
 * Saves an event and applies it, in one transaction. An event that arrived before changes nothing.
 */
async function recordPrintfulEvent(
  { db, now }: Platform,
  record: AnyRecord,
  event: PrintfulWebhookEvent,
  body: string,
): Promise<'taken' | 'known'> {
  return db.transaction().execute(async (trx) => {
    const pair = parsePrintfulStorePairs(record['storeMap']).find(
      ({ theirs }) => theirs === event.store_id,
    )
    const { rows: stores } = await sql<{ id: number }>`
      select id from stores where code = ${pair?.ours ?? null}`.execute(trx)
    const storeId = stores[0]?.id ?? null
    const receivedAt = now().toISOString()
    const { rows } = await sql<{ id: number }>`
      with new_key as (insert into printful_event_keys (setup_id, event_id)
        values (${record.id}, ${hashEvent(body)}) on conflict do nothing returning setup_id, event_id)
      insert into printful_events (setup_id, event_id, kind, received_at, theirs, store_id, body)
      select setup_id, event_id, ${toDatabaseText(event.type.slice(0, 60))}, ${receivedAt}::timestamptz,
        ${event.store_id}::bigint, ${storeId}::integer, ${toDatabaseText(body)} from new_key
      returning id`.execute(trx)
    if (!rows[0]) return 'known'
    const { outcome, sentence } = event.data
      ? await applyPrintfulEvent(trx, event, storeId)
      : { outcome: 'ignored', sentence: printfulMessages.notUnderstood }
    await sql`update printful_events set outcome = ${outcome}, sentence = ${sentence}
      where id = ${rows[0].id} and received_at = ${receivedAt}`.execute(trx)
    return 'taken'
  })
}

const failureMessages: Readonly<Record<string, (order: string) => string>> = {
  order_failed: printfulEventMessages.couldNotCreate,
  order_put_hold: printfulEventMessages.onHold,
  order_canceled: printfulEventMessages.canceled,
  shipment_returned: printfulEventMessages.returned,
}

/**
 * Applies an event: an order that was shipped in full is fulfilled. A failure is shown to
 * operators.
 */
async function applyPrintfulEvent(
  trx: Connection,
  { type: kind, data }: PrintfulWebhookEvent,
  storeId: number | null,
): Promise<PrintfulEventResult> {
  const { external_id: externalId = null, status } = data?.order ?? {}
  if (storeId === null) return { outcome: 'ignored', sentence: printfulEventMessages.notMapped }
  const orderId = /^[1-9]\d{0,8}$/.test(externalId ?? '') ? Number(externalId) : null
  const { rows } = await sql<{ number: string }>`
    select number from orders where id = ${orderId} and store_id = ${storeId}`.execute(trx)
  const [order] = rows
  if (!order) return { outcome: 'ignored', sentence: printfulEventMessages.noOrder }
  const formatFailure = Object.hasOwn(failureMessages, kind) ? failureMessages[kind] : undefined
  if (formatFailure) return { outcome: 'failed', sentence: formatFailure(order.number) }
  if (kind !== 'shipment_sent')
    return { outcome: 'ignored', sentence: printfulEventMessages.nothingToDo(order.number) }
  if (status !== 'fulfilled')
    return { outcome: 'done', sentence: printfulEventMessages.partShipped(order.number) }
  await sql`update orders set status = 'fulfilled' where id = ${orderId} and status = 'paid'`.execute(
    trx,
  )
  return { outcome: 'done', sentence: printfulEventMessages.shipped(order.number) }
}
