import { sql } from 'kysely'
import { storePairs } from '#shared/areas/printful/storeMap.ts'
import { printfulEvents } from '#shared/areas/printful/messages.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change, Perform } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import { demandWhole } from '#server/platform/core/integrations/kept.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { demandConfirmed } from '#server/platform/core/records/changes/update.ts'
import { openAccess, orNotPossible, webhookAddress } from './access.ts'
import { accountOf, faultsOf } from './account.ts'
import { printfulMessages } from './messages.ts'
import { PrintfulRefusal } from './printful.ts'
import type { PrintfulAccess } from './printful.ts'
import {
  keepScopes,
  keepStores,
  keepWebhook,
  readScopes,
  readStores,
  readWebhook,
  registerWebhook,
} from './told.ts'
import type { TheirWebhook } from './told.ts'

/** How long an answer may take, and how many stores are asked about at once. */
const [wholeMs, atOnce] = [15_000, 5]

type Asking = [asked: Asked, platform: Platform, caller: Caller, perform: Perform]

/** The setup that a call names, with its token: Printful is asked before the transaction. */
async function begin([asked, platform, caller]: Asking) {
  const record = await readRecord(
    platform.db,
    scopedTo(caller, printfulSetup),
    recordIdOf(printfulSetup, asked),
  )
  demandWhole(printfulSetup, caller)
  platform.outgoing.tries.take(caller.id)
  return { record, access: await openAccess(platform, record) }
}

/** POST /printfulSetup/ID/account */
export async function fetchAccount(...call: Asking): Promise<Answer> {
  const [, platform, , perform] = call
  const { record, access } = await begin(call)
  const signal = AbortSignal.timeout(wholeMs)
  const scopes = await orNotPossible(readScopes([platform, access], signal))
  const stores = await orNotPossible(readStores([platform, access], signal))
  if (!scopes || !stores) throw notPossible(printfulMessages.notPrintful)
  const known = stores.map(({ id }) => id)
  const mapped = storePairs(record['storeMap'])
    .map(({ theirs }) => theirs)
    .filter((theirs) => known.includes(theirs))
  const webhooks = await eachOf(mapped, (storeId) =>
    readWebhook([platform, access], storeId, signal),
  )
  return perform(async (change) => {
    const { trx, now, caller } = change
    const kept = await lockRecord(trx, scopedTo(caller, printfulSetup), record.id, null)
    const keeping = { id: kept.id, now }
    await keepScopes(trx, keeping, scopes)
    await keepStores(trx, keeping, stores)
    for (const { of: storeId, told: webhook } of webhooks.told)
      await keepWebhook(trx, keeping, { storeId, webhook })
    return tell(change, 'printfulSetup.accountRead')
  })
}

/**
 * POST /printfulSetup/ID/webhooks: those that are as they should be are left alone, since a new one has new keys. A store has one webhook,
 * so one at another address would be lost: the operator confirms that first.
 */
export async function repairWebhooks(...call: Asking): Promise<Answer> {
  const [asked, platform, , perform] = call
  const { record, access } = await begin(call)
  const address = webhookAddress(platform, record.id)
  if (!address) throw notPossible(printfulMessages.noPublicUrl)
  if (storePairs(record['storeMap']).length === 0) throw notPossible(printfulMessages.noneMapped)
  const faults = await faultsOf(platform.db, record, { address, now: platform.now() })
  const signal = AbortSignal.timeout(wholeMs)
  const found = await eachOf(
    faults.map(({ theirs }) => theirs),
    (storeId) => readWebhook([platform, access], storeId, signal),
  )
  const replaced = found.told.flatMap(({ of: storeId, told: webhook }) => {
    const urls = (webhook?.urls ?? []).filter((url) => url !== address).toSorted()
    const name = faults.find(({ theirs }) => theirs === storeId)?.name ?? ''
    return urls.length > 0 ? [{ storeId, name, urls }] : []
  })
  confirmReplacing(asked, record.id, replaced)
  const made = await register(platform, access, {
    address,
    storeIds: found.told.map((one) => one.of),
  })
  const refused = found.refused ?? made.refused
  if (made.told.length === 0 && refused) throw notPossible(refused)
  return perform(async (change) => {
    const { trx, now, caller } = change
    const kept = await lockRecord(trx, scopedTo(caller, printfulSetup), record.id, null)
    for (const { of: storeId, told: webhook } of made.told) {
      await keepWebhook(trx, { id: kept.id, now }, { storeId, webhook })
      await keepSecret(change, { id: kept.id, storeId }, webhook)
    }
    return tell(change, 'printfulSetup.webhooksRegistered')
  })
}

type Replaced = { storeId: number; name: string; urls: readonly string[] }

/** Refuses to replace webhooks that lead elsewhere until just these are confirmed. */
function confirmReplacing(asked: Asked, id: number, replaced: readonly Replaced[]): void {
  if (replaced.length === 0) return
  const sorted = replaced.toSorted((one, other) => one.storeId - other.storeId)
  const worse = sorted.map(({ storeId, name, urls }) => ({
    what: printfulMessages.replacedWebhook(name || String(storeId), urls.map(shownUrl)),
    count: 0,
    examples: [],
  }))
  const told = { reaches: sorted.length, own: 0, worse }
  demandConfirmed(asked, { id, replaced: sorted }, told, printfulMessages.replaces(sorted.length))
}

const shownUrl = (url: string): string =>
  url.slice(0, 300).toWellFormed().replaceAll(/\p{C}/gu, '\ufffd')

const register = (
  platform: Platform,
  access: PrintfulAccess,
  { address, storeIds }: { address: string; storeIds: readonly number[] },
) => {
  const signal = AbortSignal.timeout(wholeMs)
  const wanted = { url: address, events: Object.keys(printfulEvents) }
  return eachOf(storeIds, (storeId) =>
    registerWebhook([platform, access], { storeId, ...wanted }, signal),
  )
}

async function keepSecret(
  { trx, platform }: Pick<Change, 'trx' | 'platform'>,
  { id, storeId }: { id: number; storeId: number },
  { secret }: TheirWebhook,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from printful_stores where setup_id = ${id} and store_id = ${storeId}`.execute(trx)
  const [store] = rows
  if (!store || secret === null) return
  const place = { table: 'printfulStores', column: 'secret', id: store.id }
  await sql`update printful_stores set secret_sealed = ${platform.secrets.seal(place, secret)}
    where id = ${store.id}`.execute(trx)
}

async function tell(
  { platform, trx, asked, caller, audit }: Change,
  event: string,
): Promise<Answer> {
  const id = recordIdOf(printfulSetup, asked)
  const record = await readRecord(trx, scopedTo(caller, printfulSetup), id)
  await audit({ event, stream: 'integrations', target: targetOf(printfulSetup, record) })
  return { status: 200, body: await accountOf(platform, trx, record, caller) }
}

/** Asks about each, some at once: what was told stays, of what was refused the first is told. */
async function eachOf<T>(all: readonly number[], ask: (one: number) => Promise<T>) {
  const told: { of: number; told: T }[] = []
  let refused: string | null = null
  for (let from = 0; from < all.length; from += atOnce)
    await Promise.all(
      all.slice(from, from + atOnce).map(async (one) => {
        try {
          told.push({ of: one, told: await ask(one) })
        } catch (error) {
          if (!(error instanceof PrintfulRefusal || error instanceof OutgoingFault)) throw error
          refused ??= error instanceof OutgoingFault ? error.sentence : error.message
        }
      }),
    )
  return { told, refused: refused as string | null }
}
