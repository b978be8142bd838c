import { sql } from 'kysely'
import { parseStorePairs } from '#shared/areas/printful/storeMap.ts'
import { printfulEvents } from '#shared/areas/printful/messages.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { ApiRequest } from '#server/platform/core/http/apiRequest.ts'
import type { CallResult, RequestContext, PerformWrite } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { requireAllStores } from '#server/platform/core/integrations/integrationHooks.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { requireConfirmation } from '#server/platform/core/records/changes/update.ts'
import { loadAccess, translatePrintfulErrors, buildPrintfulWebhookUrl } from './access.ts'
import { loadPrintfulAccount, findWebhookFaults } from './account.ts'
import { printfulMessages } from './messages.ts'
import { PrintfulError } from './printfulClient.ts'
import type { PrintfulAccess } from './printfulClient.ts'
import {
  saveScopes,
  savePrintfulStores,
  saveWebhook,
  fetchScopes,
  fetchStores,
  fetchWebhook,
  registerWebhook,
} from './printfulData.ts'
import type { RegisteredWebhook } from './printfulData.ts'

/**
 * The time limit for Printful's answers in milliseconds, and how many stores are requested at once.
 */
const [wholeMs, atOnce] = [15_000, 5]

type AccountCall = [asked: ApiRequest, platform: Platform, caller: Caller, perform: PerformWrite]

/** Loads the setup of a call, with its token. Printful gets its requests before the transaction. */
async function openAccountCall([asked, platform, caller]: AccountCall) {
  const record = await loadRecord(
    platform.db,
    limitToCaller(caller, printfulSetup),
    parseRecordId(printfulSetup, asked),
  )
  requireAllStores(printfulSetup, caller)
  platform.outgoing.testRateLimit.consume(caller.id)
  return { record, access: await loadAccess(platform, record) }
}

/** POST /printfulSetup/ID/account */
export async function refreshAccount(...call: AccountCall): Promise<CallResult> {
  const [, platform, , perform] = call
  const { record, access } = await openAccountCall(call)
  const signal = AbortSignal.timeout(wholeMs)
  const scopes = await translatePrintfulErrors(fetchScopes([platform, access], signal))
  const stores = await translatePrintfulErrors(fetchStores([platform, access], signal))
  if (!scopes || !stores) throw invalidState(printfulMessages.notPrintful)
  const known = stores.map(({ id }) => id)
  const mapped = parseStorePairs(record['storeMap'])
    .map(({ theirs }) => theirs)
    .filter((theirs) => known.includes(theirs))
  const webhooks = await fetchForStores(mapped, (storeId) =>
    fetchWebhook([platform, access], storeId, signal),
  )
  return perform(async (change) => {
    const { trx, now, caller } = change
    const kept = await lockRecord(trx, limitToCaller(caller, printfulSetup), record.id, null)
    const keeping = { id: kept.id, now }
    await saveScopes(trx, keeping, scopes)
    await savePrintfulStores(trx, keeping, stores)
    for (const { of: storeId, told: webhook } of webhooks.told)
      await saveWebhook(trx, keeping, { storeId, webhook })
    return reloadAccount(change, 'printfulSetup.accountRead')
  })
}

/**
 * POST /printfulSetup/ID/webhooks: leaves valid webhooks unchanged, because a new one has new keys.
 * A store has only one webhook, so one with another URL would be lost: the operator confirms that
 * first.
 */
export async function repairWebhooks(...call: AccountCall): Promise<CallResult> {
  const [asked, platform, , perform] = call
  const { record, access } = await openAccountCall(call)
  const address = buildPrintfulWebhookUrl(platform, record.id)
  if (!address) throw invalidState(printfulMessages.noPublicUrl)
  if (parseStorePairs(record['storeMap']).length === 0)
    throw invalidState(printfulMessages.noneMapped)
  const faults = await findWebhookFaults(platform.db, record, { address, now: platform.now() })
  const signal = AbortSignal.timeout(wholeMs)
  const found = await fetchForStores(
    faults.map(({ theirs }) => theirs),
    (storeId) => fetchWebhook([platform, access], storeId, signal),
  )
  const replaced = found.told.flatMap(({ of: storeId, told: webhook }) => {
    const urls = (webhook?.urls ?? []).filter((url) => url !== address).toSorted()
    const name = faults.find(({ theirs }) => theirs === storeId)?.name ?? ''
    return urls.length > 0 ? [{ storeId, name, urls }] : []
  })
  requireReplaceConfirmation(asked, record.id, replaced)
  const made = await registerWebhooks(platform, access, {
    address,
    storeIds: found.told.map((one) => one.of),
  })
  const refused = found.refused ?? made.refused
  if (made.told.length === 0 && refused) throw invalidState(refused)
  return perform(async (change) => {
    const { trx, now, caller } = change
    const kept = await lockRecord(trx, limitToCaller(caller, printfulSetup), record.id, null)
    for (const { of: storeId, told: webhook } of made.told) {
      await saveWebhook(trx, { id: kept.id, now }, { storeId, webhook })
      await saveWebhookSecret(change, { id: kept.id, storeId }, webhook)
    }
    return reloadAccount(change, 'printfulSetup.webhooksRegistered')
  })
}

type ReplacedWebhook = { storeId: number; name: string; urls: readonly string[] }

/** Rejects replacing webhooks with other URLs until exactly these are confirmed. */
function requireReplaceConfirmation(
  asked: ApiRequest,
  id: number,
  replaced: readonly ReplacedWebhook[],
): void {
  if (replaced.length === 0) return
  const sorted = replaced.toSorted((one, other) => one.storeId - other.storeId)
  const worse = sorted.map(({ storeId, name, urls }) => ({
    what: printfulMessages.replacedWebhook(name || String(storeId), urls.map(formatWebhookUrl)),
    count: 0,
    examples: [],
  }))
  const told = { reaches: sorted.length, own: 0, worse }
  requireConfirmation(
    asked,
    { id, replaced: sorted },
    told,
    printfulMessages.replaces(sorted.length),
  )
}

const formatWebhookUrl = (url: string): string =>
  url.slice(0, 300).toWellFormed().replaceAll(/\p{C}/gu, '\ufffd')

const registerWebhooks = (
  platform: Platform,
  access: PrintfulAccess,
  { address, storeIds }: { address: string; storeIds: readonly number[] },
) => {
  const signal = AbortSignal.timeout(wholeMs)
  const wanted = { url: address, events: Object.keys(printfulEvents) }
  return fetchForStores(storeIds, (storeId) =>
    registerWebhook([platform, access], { storeId, ...wanted }, signal),
  )
}

async function saveWebhookSecret(
  { trx, platform }: Pick<RequestContext, 'trx' | 'platform'>,
  { id, storeId }: { id: number; storeId: number },
  { secret }: RegisteredWebhook,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from printful_stores where setup_id = ${id} and store_id = ${storeId}`.execute(trx)
  const [store] = rows
  if (!store || secret === null) return
  const place = { table: 'printfulStores', column: 'secret', id: store.id }
  await sql`update printful_stores set secret_sealed = ${platform.secrets.seal(place, secret)}
    where id = ${store.id}`.execute(trx)
}

async function reloadAccount(
  { platform, trx, request: asked, caller, audit }: RequestContext,
  event: string,
): Promise<CallResult> {
  const id = parseRecordId(printfulSetup, asked)
  const record = await loadRecord(trx, limitToCaller(caller, printfulSetup), id)
  await audit({ event, stream: 'integrations', target: toAuditTarget(printfulSetup, record) })
  return { status: 200, body: await loadPrintfulAccount(platform, trx, record, caller) }
}

/** Requests each store, some at once. Keeps all successful answers, and the first error. */
async function fetchForStores<T>(all: readonly number[], ask: (one: number) => Promise<T>) {
  const told: { of: number; told: T }[] = []
  let refused: string | null = null
  for (let from = 0; from < all.length; from += atOnce)
    await Promise.all(
      all.slice(from, from + atOnce).map(async (one) => {
        try {
          told.push({ of: one, told: await ask(one) })
        } catch (error) {
          if (!(error instanceof PrintfulError || error instanceof NetworkError)) throw error
          refused ??= error instanceof NetworkError ? error.sentence : error.message
        }
      }),
    )
  return { told, refused: refused as string | null }
}
