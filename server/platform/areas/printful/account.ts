import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import type {
  PrintfulAccount,
  PrintfulEvent,
  PrintfulStore,
} from '#shared/areas/printful/printfulCalls.ts'
import { validateWebhook } from '#shared/areas/printful/webhooks.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildPrintfulWebhookUrl } from './access.ts'

type SavedStore = {
  theirs: number
  name: string
  at: string | null
  url: string | null
  events: string[]
  expiresAt: string | null
  isKnown: boolean
}

/** Loads an account's stores as last saved, with their webhooks. */
async function loadSavedPrintfulStores(connection: Connection, id: number): Promise<SavedStore[]> {
  const { rows } = await sql<SavedStore>`
    select store_id::float8 as theirs, name, webhook_at as at, webhook_url as url, webhook_events as events,
      webhook_expires_at as expires_at, secret_sealed is not null as is_known
    from printful_stores where setup_id = ${id} order by store_id`.execute(connection)
  return rows
}

/** Finds the mapped stores whose webhook isn't valid, each with a sentence. */
export async function findPrintfulWebhookErrors(
  connection: Connection,
  record: AnyRecord,
  { address, now }: { address: string; now: Date },
): Promise<{ theirs: number; name: string; fault: string }[]> {
  const mapped = parsePrintfulStorePairs(record['storeMap']).map(({ theirs }) => theirs)
  const savedStores = await loadSavedPrintfulStores(connection, record.id)
  return savedStores.flatMap((store) => {
    const fault = mapped.includes(store.theirs) ? validateWebhook(store, address, now) : null
    return fault === null ? [] : [{ theirs: store.theirs, name: store.name, fault }]
  })
}

type AccountSyncTimes = {
  scopes: string[] | null
  scopesAt: string | null
  storesAt: string | null
}

/**
 * Loads what Printful last reported about an account. Events and our stores are limited to the
 * caller's stores.
 */
export async function loadPrintfulAccount(
  platform: Pick<Platform, 'origin' | 'now'>,
  connection: Connection,
  record: AnyRecord,
  { storeIds }: Pick<Caller, 'storeIds'>,
): Promise<PrintfulAccount> {
  const { id } = record
  const address = buildPrintfulWebhookUrl(platform, id)
  const { rows: syncTimes } = await sql<AccountSyncTimes>`
    select scopes, scopes_at, stores_at from printful_looks where setup_id = ${id}`.execute(
    connection,
  )
  const { rows: events } = await sql<PrintfulEvent>`
    select id::float8 as id, kind, received_at, theirs::float8 as theirs, outcome, sentence
    from printful_events where setup_id = ${id}
      and ${storeIds === null ? sql`true` : sql`store_id = any(${[...storeIds]}::int[])`}
    order by printful_events.id desc limit 100`.execute(connection)
  const { scopes = null, scopesAt = null, storesAt = null } = syncTimes[0] ?? {}
  return {
    address,
    scopes: scopes && scopesAt ? { at: scopesAt, found: scopes } : null,
    storesAt,
    stores: await listPrintfulStores(connection, record, {
      storeIds,
      address,
      now: platform.now(),
    }),
    events,
  }
}

type StoreViewOptions = Pick<Caller, 'storeIds'> & { address: string | null; now: Date }

async function listPrintfulStores(
  connection: Connection,
  record: AnyRecord,
  { storeIds, address, now }: StoreViewOptions,
): Promise<PrintfulStore[]> {
  const pairs = parsePrintfulStorePairs(record['storeMap'])
  const codes = pairs.map(({ ours }) => ours)
  const { rows: ownStores } = await sql<{ id: number; code: string; name: string }>`
    select id, code, name from ${getVisibleRows(stores, storeIds)} where code = any(${codes}::text[])`.execute(
    connection,
  )
  const findOwnStore = (theirs: number) => {
    const code = pairs.find((pair) => pair.theirs === theirs)?.ours
    return ownStores.find((store) => store.code === code) ?? null
  }
  const savedStores = await loadSavedPrintfulStores(connection, record.id)
  const isMapped = (theirs: number) => pairs.some((pair) => pair.theirs === theirs)
  const missingPairs = pairs.filter(
    ({ theirs }) => !savedStores.some((store) => store.theirs === theirs),
  )
  return [
    ...savedStores.map((store) => ({
      theirs: store.theirs,
      name: store.name,
      ours: findOwnStore(store.theirs),
      fault: isMapped(store.theirs) && address ? validateWebhook(store, address, now) : null,
      webhookExpiresAt: store.expiresAt,
    })),
    ...missingPairs.map(({ theirs }) => ({
      theirs,
      name: null,
      ours: findOwnStore(theirs),
      fault: null,
      webhookExpiresAt: null,
    })),
  ]
}
