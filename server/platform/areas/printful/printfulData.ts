import { sql } from 'kysely'
import { array, integer, nullable, optional, string, type, union } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { sendPrintfulRequest, PrintfulError } from './printfulClient.ts'
import type { PrintfulAccess } from './printfulClient.ts'
import { printfulErrorMessages } from './messages.ts'

const ScopesResponse = type({ data: array(type({ value: string() })) })
const StoresResponse = type({
  result: array(type({ id: integer(), name: string() })),
  paging: optional(type({ total: integer() })),
})
const WebhookInfo = type({
  default_url: optional(nullable(string())),
  expires_at: optional(nullable(string())),
  events: array(type({ type: string(), url: optional(nullable(string())) })),
  public_key: optional(nullable(string())),
  secret_key: optional(string()),
})
/** Printful documents `result`; other calls of this version return `data`. */
const WebhookResponse = union([type({ result: WebhookInfo }), type({ data: WebhookInfo })])

export type PrintfulStoreData = { id: number; name: string }
export type RegisteredWebhook = {
  url: string | null
  /** All URLs that receive events: the webhook's own, and those of single events. */
  urls: string[]
  events: string[]
  expiresAt: string | null
  key: string | null
  secret: string | null
}

type PrintfulClient = [
  platform: Pick<Platform, 'printfulEndpoint' | 'outgoing' | 'db' | 'now'>,
  access: PrintfulAccess,
]

const storePageSize = 100
/** No account has more stores, because a map has at most 60 lines. */
const maxStorePages = 5

/** Fetches the scopes of a token; null if the response isn't as documented. */
export async function fetchPrintfulScopes(
  [platform, access]: PrintfulClient,
  signal: AbortSignal,
): Promise<string[] | null> {
  const answer = await sendPrintfulRequest(platform, access, { path: '/v2/oauth-scopes', signal })
  return is(answer, ScopesResponse) ? answer.data.map(({ value }) => value) : null
}

/** Fetches the stores of an account; null if the response isn't as documented. */
export async function fetchPrintfulStores(
  [platform, access]: PrintfulClient,
  signal: AbortSignal,
): Promise<PrintfulStoreData[] | null> {
  const stores: PrintfulStoreData[] = []
  for (let page = 0; page < maxStorePages; page++) {
    const path = `/stores?limit=${storePageSize}&offset=${page * storePageSize}`
    const answer = await sendPrintfulRequest(platform, access, { path, signal })
    if (!is(answer, StoresResponse)) return null
    stores.push(...answer.result.map(({ id, name }) => ({ id, name: name.slice(0, 120) })))
    if (stores.length >= (answer.paging?.total ?? 0) || answer.result.length === 0) break
  }
  return stores
}

/** Fetches the webhook of a store, even an expired one; null if none is registered. */
export async function fetchPrintfulWebhook(
  [platform, access]: PrintfulClient,
  storeId: number,
  signal: AbortSignal,
): Promise<RegisteredWebhook | null> {
  for (const path of ['/v2/webhooks', '/v2/webhooks?show_expired=true'])
    try {
      return parseWebhook(await sendPrintfulRequest(platform, access, { path, storeId, signal }))
    } catch (error) {
      if (!(error instanceof PrintfulError) || error.status !== 404) throw error
    }
  return null
}

/**
 * Registers a webhook and replaces the previous one. Its keys are new, and only this response
 * contains the secret.
 */
export async function registerWebhook(
  [platform, access]: PrintfulClient,
  { storeId, url, events }: { storeId: number; url: string; events: readonly string[] },
  signal: AbortSignal,
): Promise<RegisteredWebhook> {
  const body = { default_url: url, events: events.map((name) => ({ type: name })) }
  const answer = await sendPrintfulRequest(platform, access, {
    path: '/v2/webhooks',
    storeId,
    body,
    signal,
  })
  const webhook = parseWebhook(answer)
  if (webhook?.secret && webhook.key) return webhook
  throw new PrintfulError(502, printfulErrorMessages.unexpectedWebhook)
}

/** Parses a webhook. An event with a URL of its own goes elsewhere, so it counts as missing. */
function parseWebhook(answer: unknown): RegisteredWebhook | null {
  if (!is(answer, WebhookResponse)) return null
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

type SaveOptions = { id: number; now: string }

export async function saveScopes(
  connection: Connection,
  { id, now }: SaveOptions,
  scopes: readonly string[],
): Promise<void> {
  await sql`insert into printful_looks (setup_id, scopes, scopes_at) values (${id}, ${scopes}::text[], ${now})
    on conflict (setup_id) do update set scopes = excluded.scopes, scopes_at = excluded.scopes_at`.execute(
    connection,
  )
}

/** Saves the stores as fetched. Deletes stores that are gone, with their webhooks. */
export async function savePrintfulStores(
  connection: Connection,
  { id, now }: SaveOptions,
  stores: readonly PrintfulStoreData[],
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

/** Saves a webhook as Printful has it. Our secret is deleted if its key has changed. */
export async function saveWebhook(
  connection: Connection,
  { id, now }: SaveOptions,
  { storeId, webhook }: { storeId: number; webhook: RegisteredWebhook | null },
): Promise<void> {
  const { url = null, events = [], expiresAt = null, key = null } = webhook ?? {}
  await sql`update printful_stores set webhook_at = ${now}, webhook_url = ${url},
      webhook_events = ${events}::text[], webhook_expires_at = ${expiresAt}, webhook_key = ${key},
      secret_sealed = case when webhook_key = ${key} then secret_sealed end
    where setup_id = ${id} and store_id = ${storeId}`.execute(connection)
}
