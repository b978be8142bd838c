import { sql } from 'kysely'
import { array, integer, nullable, optional, string, type, union } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { askPrintful, PrintfulRefusal } from './printful.ts'
import type { PrintfulAccess } from './printful.ts'
import { printfulErrorMessages } from './messages.ts'

const Scopes = type({ data: array(type({ value: string() })) })
const Stores = type({
  result: array(type({ id: integer(), name: string() })),
  paging: optional(type({ total: integer() })),
})
const Info = type({
  default_url: optional(nullable(string())),
  expires_at: optional(nullable(string())),
  events: array(type({ type: string(), url: optional(nullable(string())) })),
  public_key: optional(nullable(string())),
  secret_key: optional(string()),
})
/** The document says `result`; other calls of that version say `data`. */
const Told = union([type({ result: Info }), type({ data: Info })])

export type TheirStore = { id: number; name: string }
export type TheirWebhook = {
  url: string | null
  /** All URLs that it tells: its own, and those of single events. */
  urls: string[]
  events: string[]
  expiresAt: string | null
  key: string | null
  secret: string | null
}

type Asking = [
  platform: Pick<Platform, 'printfulEndpoint' | 'outgoing' | 'db' | 'now'>,
  access: PrintfulAccess,
]

const inPage = 100
/** No account has more stores: a map has 60 lines. */
const mostPages = 5

/** The scopes of a token; null where that is not told as documented. */
export async function readScopes(
  [platform, access]: Asking,
  signal: AbortSignal,
): Promise<string[] | null> {
  const answer = await askPrintful(platform, access, { path: '/v2/oauth-scopes', signal })
  return is(answer, Scopes) ? answer.data.map(({ value }) => value) : null
}

/** The stores of an account; null where that is not told as documented. */
export async function readStores(
  [platform, access]: Asking,
  signal: AbortSignal,
): Promise<TheirStore[] | null> {
  const stores: TheirStore[] = []
  for (let page = 0; page < mostPages; page++) {
    const path = `/stores?limit=${inPage}&offset=${page * inPage}`
    const answer = await askPrintful(platform, access, { path, signal })
    if (!is(answer, Stores)) return null
    stores.push(...answer.result.map(({ id, name }) => ({ id, name: name.slice(0, 120) })))
    if (stores.length >= (answer.paging?.total ?? 0) || answer.result.length === 0) break
  }
  return stores
}

/** The webhook of a store, one that has expired too; null where none is registered. */
export async function readWebhook(
  [platform, access]: Asking,
  storeId: number,
  signal: AbortSignal,
): Promise<TheirWebhook | null> {
  for (const path of ['/v2/webhooks', '/v2/webhooks?show_expired=true'])
    try {
      return webhookIn(await askPrintful(platform, access, { path, storeId, signal }))
    } catch (error) {
      if (!(error instanceof PrintfulRefusal) || error.status !== 404) throw error
    }
  return null
}

/** Registers a webhook in place of the one before: its keys are new, and the secret is told this once. */
export async function registerWebhook(
  [platform, access]: Asking,
  { storeId, url, events }: { storeId: number; url: string; events: readonly string[] },
  signal: AbortSignal,
): Promise<TheirWebhook> {
  const body = { default_url: url, events: events.map((name) => ({ type: name })) }
  const answer = await askPrintful(platform, access, {
    path: '/v2/webhooks',
    storeId,
    body,
    signal,
  })
  const webhook = webhookIn(answer)
  if (webhook?.secret && webhook.key) return webhook
  throw new PrintfulRefusal(502, printfulErrorMessages.unexpectedWebhook)
}

/** An event with an address of its own leads elsewhere, and counts as missing. */
function webhookIn(answer: unknown): TheirWebhook | null {
  if (!is(answer, Told)) return null
  const info = 'result' in answer ? answer.result : answer.data
  const url = info.default_url ?? null
  const expires = Date.parse(info.expires_at ?? '')
  const urls = [url, ...info.events.map((one) => one.url ?? null)].filter((one) => one !== null)
  return {
    url,
    urls: [...new Set(urls)],
    events: info.events.filter((one) => (one.url ?? url) === url).map((one) => one.type),
    expiresAt: Number.isNaN(expires) ? null : new Date(expires).toISOString(),
    key: info.public_key ?? null,
    secret: info.secret_key ?? null,
  }
}

type Keeping = { id: number; now: string }

export async function keepScopes(
  connection: Connection,
  { id, now }: Keeping,
  scopes: readonly string[],
): Promise<void> {
  await sql`insert into printful_looks (setup_id, scopes, scopes_at) values (${id}, ${scopes}::text[], ${now})
    on conflict (setup_id) do update set scopes = excluded.scopes, scopes_at = excluded.scopes_at`.execute(
    connection,
  )
}

/** Keeps the stores as they were told; those that are gone go with their webhooks. */
export async function keepStores(
  connection: Connection,
  { id, now }: Keeping,
  stores: readonly TheirStore[],
): Promise<void> {
  const [ids, names] = [stores.map((one) => one.id), stores.map((one) => one.name)]
  await sql`
    with gone as (delete from printful_stores where setup_id = ${id} and store_id <> all(${ids}::bigint[])),
      kept as (insert into printful_stores (setup_id, store_id, name)
        select ${id}, store_id, name from unnest(${ids}::bigint[], ${names}::text[]) as told (store_id, name)
        on conflict (setup_id, store_id) do update set name = excluded.name)
    insert into printful_looks (setup_id, stores_at) values (${id}, ${now})
      on conflict (setup_id) do update set stores_at = excluded.stores_at`.execute(connection)
}

/** Keeps a webhook as Printful has it. A secret of ours is of no use once the key is another. */
export async function keepWebhook(
  connection: Connection,
  { id, now }: Keeping,
  { storeId, webhook }: { storeId: number; webhook: TheirWebhook | null },
): Promise<void> {
  const { url = null, events = [], expiresAt = null, key = null } = webhook ?? {}
  await sql`update printful_stores set webhook_at = ${now}, webhook_url = ${url},
      webhook_events = ${events}::text[], webhook_expires_at = ${expiresAt}, webhook_key = ${key},
      secret_sealed = case when webhook_key = ${key} then secret_sealed end
    where setup_id = ${id} and store_id = ${storeId}`.execute(connection)
}
