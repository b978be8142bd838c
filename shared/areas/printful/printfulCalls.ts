import { array, boolean, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { eventOutcomes } from '../payments/index.ts'
import type { EventOutcome } from '../payments/index.ts'

const PrintfulStore = type({
  theirs: number(),
  /** Null if the store no longer exists at Printful. */
  name: nullable(string()),
  /** The mapped store of ours; null if there is none. */
  ours: nullable(type({ id: number(), code: string(), name: string() })),
  /** The error of its webhook; null if the webhook works or isn't needed. */
  fault: nullable(string()),
  webhookExpiresAt: nullable(string()),
})
export type PrintfulStore = Infer<typeof PrintfulStore>

const PrintfulEvent = type({
  id: number(),
  kind: string(),
  receivedAt: string(),
  theirs: number(),
  outcome: enums(Object.keys(eventOutcomes) as EventOutcome[]), // The table's own keys.
  sentence: string(),
})
export type PrintfulEvent = Infer<typeof PrintfulEvent>

const PrintfulAccount = type({
  /**
   * The URL that receives Printful's events; null while the platform doesn't know its public URL.
   */
  address: nullable(string()),
  /** The token's scopes and when they were read; null before the first time. */
  scopes: nullable(type({ at: string(), found: array(string()) })),
  storesAt: nullable(string()),
  stores: array(PrintfulStore),
  events: array(PrintfulEvent),
})
/** The last known data of a Printful account. */
export type PrintfulAccount = Infer<typeof PrintfulAccount>

const buildPrintfulPath = (id: number, part: string) => `/printfulSetup/${id}/${part}`
const toSignalOption = (signal?: AbortSignal) => (signal ? { signal } : {})

/**
 * GET /printfulSetup/ID/account: scopes, stores with their webhooks, and events, as of the last
 * refresh.
 */
export async function loadPrintfulAccount(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<PrintfulAccount> {
  const { body } = await api.send({
    method: 'GET',
    path: buildPrintfulPath(id, 'account'),
    ...toSignalOption(signal),
  })
  return parseResponse(PrintfulAccount, body)
}

/**
 * POST /printfulSetup/ID/account: refreshes the data from Printful. Fails with 409 `wrong_state`
 * and a message if Printful doesn't return it.
 */
export async function refreshPrintfulAccount(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<void> {
  await api.send({
    method: 'POST',
    path: buildPrintfulPath(id, 'account'),
    body: {},
    idempotencyKey,
  })
}

/**
 * POST /printfulSetup/ID/webhooks: registers a webhook for each mapped store and fixes those with
 * errors. Fails with 409 `unconfirmed` if that replaces a webhook with another URL, until the call
 * sends the token of that response.
 */
export async function fixPrintfulWebhooks(
  api: Api,
  { id, reach }: { id: number; reach: string },
  idempotencyKey: string,
): Promise<void> {
  const search = new URLSearchParams(reach ? { [impactParam]: reach } : {})
  await api.send({
    method: 'POST',
    path: buildPrintfulPath(id, 'webhooks'),
    search,
    body: {},
    idempotencyKey,
  })
}

/**
 * POST /printfulSetup/ID/catalogue: starts a job that loads products with their sizes and colors,
 * and returns the job's ID.
 */
export async function syncPrintfulCatalog(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<number> {
  const path = buildPrintfulPath(id, 'catalogue')
  const { body } = await api.send({ method: 'POST', path, body: {}, idempotencyKey })
  return parseResponse(type({ id: number() }), body).id
}

/** Our resources that are matched with Printful's names, and the field that holds such a name. */
export const matchedKinds = { sizes: 'podSize', colors: 'podColor' } as const
export type MatchedKind = keyof typeof matchedKinds

const UnmatchedItem = type({
  id: number(),
  name: string(),
  code: string(),
  hex: nullable(string()),
  /** The Printful name entered for it, which the catalog doesn't have. */
  theirs: nullable(string()),
  /** The most likely match: by name, or the nearest color (`distance` is CIEDE2000). */
  suggested: nullable(
    type({ name: string(), hex: nullable(string()), distance: nullable(number()) }),
  ),
})
export type UnmatchedItem = Infer<typeof UnmatchedItem>

const Matches = type({
  /** When the catalog was synced; null before the first sync. */
  at: nullable(string()),
  matched: number(),
  total: number(),
  /** The first hundred, those with a suggestion first. */
  unmatched: array(UnmatchedItem),
  options: array(string()),
  /** The options that none of ours is matched with. */
  unused: array(string()),
  /** Whether the caller can save matches. */
  may: boolean(),
})
export type Matches = Infer<typeof Matches>

/**
 * GET /printfulSetup/ID/matches/KIND: our sizes or colors that aren't in Printful's catalog, with
 * suggestions.
 */
export async function loadPrintfulMatches(
  api: Api,
  id: number,
  kind: MatchedKind,
  signal?: AbortSignal,
): Promise<Matches> {
  const path = buildPrintfulPath(id, `matches/${kind}`)
  const { body } = await api.send({ method: 'GET', path, ...toSignalOption(signal) })
  return parseResponse(Matches, body)
}

/**
 * POST /printfulSetup/ID/matches/KIND: returns how many matches changed. Fails with 422 and
 * `fields`, keyed `match-ID`.
 */
export async function savePrintfulMatches(
  api: Api,
  {
    id,
    kind,
    matches,
  }: { id: number; kind: MatchedKind; matches: { id: number; theirs: string }[] },
  idempotencyKey: string,
): Promise<number> {
  const path = buildPrintfulPath(id, `matches/${kind}`)
  const { body } = await api.send({ method: 'POST', path, body: { matches }, idempotencyKey })
  return parseResponse(type({ changed: number() }), body).changed
}
