import { sql } from 'kysely'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import { printfulEvents } from '#shared/areas/printful/messages.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
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
import { loadPrintfulAccount, findPrintfulWebhookErrors } from './account.ts'
import { printfulMessages } from './messages.ts'
import { PrintfulError } from './printfulClient.ts'
import type { PrintfulAccess } from './printfulClient.ts'
import {
  saveScopes,
  savePrintfulStores,
  saveWebhook,
  fetchPrintfulScopes,
  fetchPrintfulStores,
  fetchPrintfulWebhook,
  registerWebhook,
} from './printfulData.ts'
import type { RegisteredWebhook } from './printfulData.ts'

/**
 * The time limit for Printful's answers in milliseconds, and how many stores are requested at once.
 */
const [wholeMs, atOnce] = [15_000, 5]

type AccountCall = [asked: ApiRequest, platform: Platform, caller: Caller, perform: PerformWrite]

/** Loads the setup of a call, with its token. Printful gets its requests before the transaction. */
async function openAccountCall([request, platform, caller]: AccountCall) {
  const record = await loadRecord(
    platform.db,
    limitToCaller(caller, printfulSetup),
    parseRecordId(printfulSetup, request),
  )
  requireAllStores(printfulSetup, caller)
  platform.outgoing.testRateLimit.consume(caller.id)
  return { record, access: await loadAccess(platform, record) }
}

/** POST /printfulSetup/ID/account */
export async function handleRefreshPrintfulAccount(...call: AccountCall): Promise<CallResult> {
  const [, platform, , perform] = call
  const { record, access } = await openAccountCall(call)
  const signal = AbortSignal.timeout(wholeMs)
  const scopes = await translatePrintfulErrors(fetchPrintfulScopes([platform, access], signal))
  const stores = await translatePrintfulErrors(fetchPrintfulStores([platform, access], signal))
  if (!scopes || !stores) throw invalidState(printfulMessages.notPrintful)
  const storeIds = stores.map(({ id }) => id)
  const mapped = parsePrintfulStorePairs(record['storeMap'])
    .map(({ theirs }) => theirs)
    .filter((theirs) => storeIds.includes(theirs))
  const webhooks = await fetchForStores(mapped, (storeId) =>
    fetchPrintfulWebhook([platform, access], storeId, signal),
  )
  return perform(async (context) => {
    const { trx, now, caller } = context
    const setup = await lockRecord(trx, limitToCaller(caller, printfulSetup), record.id, null)
    const saveOptions = { id: setup.id, now }
    await saveScopes(trx, saveOptions, scopes)
    await savePrintfulStores(trx, saveOptions, stores)
    for (const { of: storeId, told: webhook } of webhooks.told)
      await saveWebhook(trx, saveOptions, { storeId, webhook })
    return reloadAccount(context, 'printfulSetup.accountRead')
  })
}

/**
 * POST /printfulSetup/ID/webhooks: leaves valid webhooks unchanged, because a new one has new keys.
 * A store has only one webhook, so one with another URL would be lost: the operator confirms that
 * first.
 */
export async function handleFixPrintfulWebhooks(...call: AccountCall): Promise<CallResult> {
  const [request, platform, , perform] = call
  const { record, access } = await openAccountCall(call)
  const address = buildPrintfulWebhookUrl(platform, record.id)
  if (!address) throw invalidState(printfulMessages.noPublicUrl)
  if (parsePrintfulStorePairs(record['storeMap']).length === 0)
    throw invalidState(printfulMessages.noneMapped)
  const faults = await findPrintfulWebhookErrors(platform.db, record, {
    address,
    now: platform.now(),
  })
  const signal = AbortSignal.timeout(wholeMs)
  const lookups = await fetchForStores(
    faults.map(({ theirs }) => theirs),
    (storeId) => fetchPrintfulWebhook([platform, access], storeId, signal),
  )
  const replaced = lookups.told.flatMap(({ of: storeId, told: webhook }) => {
    const urls = (webhook?.urls ?? []).filter((url) => url !== address).toSorted()
    const name = faults.find(({ theirs }) => theirs === storeId)?.name ?? ''
    return urls.length > 0 ? [{ storeId, name, urls }] : []
  })
  requireReplaceConfirmation(request, record.id, replaced)
  const registrations = await registerWebhooks(platform, access, {
    address,
    storeIds: lookups.told.map((one) => one.of),
  })
  const rejection = lookups.refused ?? registrations.refused
  if (registrations.told.length === 0 && rejection) throw invalidState(rejection)
  return perform(async (context) => {
    const { trx, now, caller } = context
    const setup = await lockRecord(trx, limitToCaller(caller, printfulSetup), record.id, null)
    for (const { of: storeId, told: webhook } of registrations.told) {
      await saveWebhook(trx, { id: setup.id, now }, { storeId, webhook })
      await saveWebhookSecret(context, { id: setup.id, storeId }, webhook)
    }
    return reloadAccount(context, 'printfulSetup.webhooksRegistered')
  })
}

type ReplacedWebhook = { storeId: number; name: string; urls: readonly string[] }

/** Rejects replacing webhooks with other URLs until exactly these are confirmed. */
function requireReplaceConfirmation(
  request: ApiRequest,
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
  const impact = { reaches: sorted.length, own: 0, worse }
  requireConfirmation(
    request,
    { id, replaced: sorted },
    impact,
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
  const webhookOptions = { url: address, events: Object.keys(printfulEvents) }
  return fetchForStores(storeIds, (storeId) =>
    registerWebhook([platform, access], { storeId, ...webhookOptions }, signal),
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
  const sealedColumn = { table: 'printfulStores', column: 'secret', id: store.id }
  await sql`update printful_stores set secret_sealed = ${platform.secrets.seal(sealedColumn, secret)}
    where id = ${store.id}`.execute(trx)
}

async function reloadAccount(
  { platform, trx, request, caller, audit }: RequestContext,
  event: string,
): Promise<CallResult> {
  const id = parseRecordId(printfulSetup, request)
  const record = await loadRecord(trx, limitToCaller(caller, printfulSetup), id)
  await audit({ event, stream: 'integrations', target: toAuditTarget(printfulSetup, record) })
  return { status: 200, body: await loadPrintfulAccount(platform, trx, record, caller) }
}

/** Requests each store, some at once. Keeps all successful answers, and the first error. */
async function fetchForStores<T>(
  storeIds: readonly number[],
  fetchStore: (one: number) => Promise<T>,
) {
  const results: { of: number; told: T }[] = []
  let rejection: string | null = null
  for (let start = 0; start < storeIds.length; start += atOnce)
    await Promise.all(
      storeIds.slice(start, start + atOnce).map(async (storeId) => {
        try {
          results.push({ of: storeId, told: await fetchStore(storeId) })
        } catch (error) {
          if (!(error instanceof PrintfulError || error instanceof NetworkError)) throw error
          rejection ??= error instanceof NetworkError ? error.sentence : error.message
        }
      }),
    )
  return { told: results, refused: rejection as string | null }
}
