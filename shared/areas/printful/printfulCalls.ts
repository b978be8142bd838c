import { array, boolean, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { eventOutcomes } from '../payments/setupCalls.ts'
import type { EventOutcome } from '../payments/setupCalls.ts'

const PrintfulStore = type({
  theirs: number(),
  /** Null where Printful knows it no more. */
  name: nullable(string()),
  /** The store of ours that it is; null while it is none. */
  ours: nullable(type({ id: number(), code: string(), name: string() })),
  /** What is wrong with its webhook; null where nothing is, or it needs none. */
  fault: nullable(string()),
  webhookExpiresAt: nullable(string()),
})
export type PrintfulStore = Infer<typeof PrintfulStore>

const PrintfulEvent = type({
  id: number(),
  kind: string(),
  receivedAt: string(),
  theirs: number(),
  outcome: enums(Object.keys(eventOutcomes) as EventOutcome[]), // The table's own.
  sentence: string(),
})
export type PrintfulEvent = Infer<typeof PrintfulEvent>

const PrintfulAccount = type({
  /** Where Printful must tell events; null while the platform does not know its public address. */
  address: nullable(string()),
  /** The scopes of the token, and when they were read; null before that. */
  scopes: nullable(type({ at: string(), found: array(string()) })),
  storesAt: nullable(string()),
  stores: array(PrintfulStore),
  events: array(PrintfulEvent),
})
/** What Printful told of an account. */
export type PrintfulAccount = Infer<typeof PrintfulAccount>

const buildPrintfulPath = (id: number, part: string) => `/printfulSetup/${id}/${part}`
const toSignalOption = (signal?: AbortSignal) => (signal ? { signal } : {})

/** GET /printfulSetup/ID/account: scopes, stores with their webhooks, and events, as they were last told. */
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

/** POST /printfulSetup/ID/account: asks Printful; fails with 409 `wrong_state` and a sentence where it does not tell. */
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
 * POST /printfulSetup/ID/webhooks: registers one for each store that is one of ours, and repairs those that are wrong. Fails with 409
 * `unconfirmed` where that replaces a webhook at another URL, until it is given the token of that answer.
 */
export async function fixWebhooks(
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

/** POST /printfulSetup/ID/catalogue: reads products with their sizes and colors as a job, whose id it answers. */
export async function syncPrintfulCatalog(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<number> {
  const path = buildPrintfulPath(id, 'catalogue')
  const { body } = await api.send({ method: 'POST', path, body: {}, idempotencyKey })
  return parseResponse(type({ id: number() }), body).id
}

/** What of ours is matched with what Printful calls it. */
export const matchedKinds = { sizes: 'podSize', colors: 'podColor' } as const
export type MatchedKind = keyof typeof matchedKinds

const UnmatchedItem = type({
  id: number(),
  name: string(),
  code: string(),
  hex: nullable(string()),
  /** What it is said to be there, which Printful does not have. */
  theirs: nullable(string()),
  /** What it most likely is: by its name, or as the nearest color (`distance` is CIEDE2000). */
  suggested: nullable(
    type({ name: string(), hex: nullable(string()), distance: nullable(number()) }),
  ),
})
export type UnmatchedItem = Infer<typeof UnmatchedItem>

const Matches = type({
  /** When the catalogue was read; null before that. */
  at: nullable(string()),
  matched: number(),
  total: number(),
  /** The first hundred of them, those with a suggestion before the others. */
  unmatched: array(UnmatchedItem),
  options: array(string()),
  /** Of that, what none of ours is. */
  unused: array(string()),
  /** Whether who asks may match them. */
  may: boolean(),
})
export type Matches = Infer<typeof Matches>

/** GET /printfulSetup/ID/matches/KIND: which sizes or colors of ours are none of Printful's catalogue, with suggestions. */
export async function loadMatches(
  api: Api,
  id: number,
  kind: MatchedKind,
  signal?: AbortSignal,
): Promise<Matches> {
  const path = buildPrintfulPath(id, `matches/${kind}`)
  const { body } = await api.send({ method: 'GET', path, ...toSignalOption(signal) })
  return parseResponse(Matches, body)
}

/** POST /printfulSetup/ID/matches/KIND; fails with 422 and `fields`, by `match-ID`. Answers how many changed. */
export async function saveMatches(
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
