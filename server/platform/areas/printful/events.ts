import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { integer, optional, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { EventOutcome } from '#shared/areas/payments/setupCalls.ts'
import { storePairs } from '#shared/areas/printful/storeMap.ts'
import type { Hearing, Received } from '#server/platform/core/integrations/hearing.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { printfulEventMessages, printfulMessages } from './messages.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const Event = type({
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
type Event = Infer<typeof Event>

/** Hears what Printful tells of an account: signed by the webhook whose key it names, and of the store that this one is of. */
export const printfulHearing: Hearing = {
  resource: printfulSetup,
  async receive({ platform, body, header }, record) {
    const theirs = await signedBy(platform, record.id, { body, header })
    if (theirs === null) return 'not genuine'
    const event = eventIn(body)
    // What cannot be read is kept, and taken: Printful would send it again for ever.
    if (!event) return takeEvent(platform, record, { type: 'unknown', store_id: theirs }, body)
    if (event.store_id === theirs) return takeEvent(platform, record, event, body)
    await takeEvent(platform, record, { type: event.type, store_id: theirs }, body)
    return 'not genuine'
  },
}

function eventIn(body: string): Event | null {
  try {
    const told: unknown = JSON.parse(body)
    return is(told, Event) ? told : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The store at Printful whose secret signed these bytes; null where none did. */
async function signedBy(
  { db, secrets }: Platform,
  setupId: number,
  { body, header }: Pick<Received, 'body' | 'header'>,
): Promise<number | null> {
  const signature = Buffer.from(header('x-pf-webhook-signature'), 'hex')
  const { rows } = await sql<{ id: number; storeId: number; sealed: string }>`
    select id, store_id::float8 as store_id, secret_sealed as sealed from printful_stores
    where setup_id = ${setupId} and webhook_key = ${header('x-pf-webhook-public-key')}
      and secret_sealed is not null`.execute(db)
  const found = rows.find(({ id, sealed }) => {
    const secret = secrets.open({ table: 'printfulStores', column: 'secret', id }, sealed)
    const own = createHmac('sha256', secret).update(body).digest()
    return signature.length === own.length && timingSafeEqual(signature, own)
  })
  return found?.storeId ?? null
}

/** Events have no id: one that is told again says the same but for `retries`. */
function idOf(body: string): string {
  return createHash('sha256').update(withoutRetries(body)).digest('base64url')
}

function withoutRetries(body: string): string {
  try {
    const told: unknown = JSON.parse(body)
    if (typeof told !== 'object' || told === null || Array.isArray(told)) return body
    const { retries: _retries, ...rest }: Record<string, unknown> = { ...told }
    return JSON.stringify(rest)
  } catch (error) {
    // No JSON, or nested deeper than the stack: then it is known by its bytes.
    if (error instanceof SyntaxError || error instanceof RangeError) return body
    throw error
  }
}

/** A text as the database takes it, which knows no NUL. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

type Outcome = { outcome: EventOutcome; sentence: string }

/** Keeps an event and does what it says, in one transaction; one that came before changes nothing. */
async function takeEvent(
  { db, now }: Platform,
  record: AnyRecord,
  event: Event,
  body: string,
): Promise<'taken' | 'known'> {
  return db.transaction().execute(async (trx) => {
    const pair = storePairs(record['storeMap']).find(({ theirs }) => theirs === event.store_id)
    const { rows: stores } = await sql<{ id: number }>`
      select id from stores where code = ${pair?.ours ?? null}`.execute(trx)
    const storeId = stores[0]?.id ?? null
    const { rows } = await sql<{ id: number }>`
      insert into printful_events (setup_id, event_id, kind, received_at, theirs, store_id, body)
      values (${record.id}, ${idOf(body)}, ${storable(event.type.slice(0, 60))}, ${now().toISOString()},
        ${event.store_id}, ${storeId}, ${storable(body)})
      on conflict (setup_id, event_id) do nothing returning id`.execute(trx)
    if (!rows[0]) return 'known'
    const { outcome, sentence } = event.data
      ? await follow(trx, event, storeId)
      : { outcome: 'ignored', sentence: printfulMessages.notUnderstood }
    await sql`update printful_events set outcome = ${outcome}, sentence = ${sentence}
      where id = ${rows[0].id}`.execute(trx)
    return 'taken'
  })
}

const troubles: Readonly<Record<string, (order: string) => string>> = {
  order_failed: printfulEventMessages.couldNotCreate,
  order_put_hold: printfulEventMessages.onHold,
  order_canceled: printfulEventMessages.canceled,
  shipment_returned: printfulEventMessages.returned,
}

/** An order that was sent whole is fulfilled; of what went wrong there somebody must know. */
async function follow(
  trx: Connection,
  { type: kind, data }: Event,
  storeId: number | null,
): Promise<Outcome> {
  const { external_id: told = null, status } = data?.order ?? {}
  if (storeId === null) return { outcome: 'ignored', sentence: printfulEventMessages.notMapped }
  const orderId = /^[1-9]\d{0,8}$/.test(told ?? '') ? Number(told) : null
  const { rows } = await sql<{ number: string }>`
    select number from orders where id = ${orderId} and store_id = ${storeId}`.execute(trx)
  const [order] = rows
  if (!order) return { outcome: 'ignored', sentence: printfulEventMessages.noOrder }
  const trouble = Object.hasOwn(troubles, kind) ? troubles[kind] : undefined
  if (trouble) return { outcome: 'failed', sentence: trouble(order.number) }
  if (kind !== 'shipment_sent')
    return { outcome: 'ignored', sentence: printfulEventMessages.nothingToDo(order.number) }
  if (status !== 'fulfilled')
    return { outcome: 'done', sentence: printfulEventMessages.partShipped(order.number) }
  await sql`update orders set status = 'fulfilled' where id = ${orderId} and status = 'paid'`.execute(
    trx,
  )
  return { outcome: 'done', sentence: printfulEventMessages.shipped(order.number) }
}
