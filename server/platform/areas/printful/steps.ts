import { missingScopes } from '#shared/areas/printful/scopes.ts'
import { storePairs } from '#shared/areas/printful/storeMap.ts'
import { failed, passed, skipped, unknown } from '#server/platform/core/integrations/integration.ts'
import type { Context, Step, StepResult } from '#server/platform/core/integrations/integration.ts'
import { accessOf, webhookAddress } from './access.ts'
import { faultsOf } from './account.ts'
import { PrintfulRefusal } from './printful.ts'
import type { PrintfulAccess } from './printful.ts'
import { keepScopes, keepStores, keepWebhook, readScopes, readStores, readWebhook } from './told.ts'
import type { TheirStore } from './told.ts'
import { printfulTestMessages } from './messages.ts'

export type Found = { scopes: string[]; stores: TheirStore[] }

/** What is tried of an account at Printful (integrations.md). */
export const steps: readonly Step<Found>[] = [
  {
    name: 'token',
    title: printfulTestMessages.titles.token,
    required: true,
    passive: true,
    run: told(tryToken),
  },
  {
    name: 'scopes',
    title: printfulTestMessages.titles.scopes,
    required: true,
    passive: true,
    run: tryScopes,
  },
  {
    name: 'stores',
    title: printfulTestMessages.titles.stores,
    required: true,
    passive: true,
    run: told(tryStores),
  },
  {
    name: 'map',
    title: printfulTestMessages.titles.map,
    required: false,
    passive: true,
    run: tryMap,
  },
  {
    name: 'webhook',
    title: printfulTestMessages.titles.webhook,
    required: false,
    passive: true,
    needsSaved: 'values',
    run: told(tryWebhooks),
  },
]

function told(run: (context: Context<Found>) => Promise<StepResult>) {
  return async (context: Context<Found>): Promise<StepResult> => {
    try {
      return await run(context)
    } catch (error) {
      if (!(error instanceof PrintfulRefusal)) throw error
      const field = error.status === 401 || error.status === 403 ? 'token' : undefined
      return failed(`HTTP_${error.status}`, error.message, field)
    }
  }
}

const asking = ({
  platform,
  record,
  secrets,
  typed,
}: Context<Found>): [Context['platform'], PrintfulAccess] => {
  const access = accessOf(record, secrets['token'] ?? '')
  return [platform, typed ? { ...access, id: null } : access]
}

const keeping = ({ platform, record }: Context<Found>) => ({
  id: record.id,
  now: platform.now().toISOString(),
})

async function tryToken(context: Context<Found>): Promise<StepResult> {
  if (!context.secrets['token']) return failed('NO_TOKEN', printfulTestMessages.noToken, 'token')
  const scopes = await readScopes(asking(context), context.signal)
  if (!scopes) return failed('NOT_PRINTFUL', printfulTestMessages.notPrintful)
  context.found.scopes = scopes
  if (!context.typed) await keepScopes(context.platform.db, keeping(context), scopes)
  return passed(printfulTestMessages.tokenValid)
}

function tryScopes({ found: { scopes } }: Context<Found>): Promise<StepResult> {
  const missing = missingScopes(scopes)
  const all = scopes.filter((scope) => /^[\w/]{1,60}$/.test(scope))
  return Promise.resolve(
    missing.length === 0
      ? passed(printfulTestMessages.scopes(all))
      : failed('MISSING_SCOPES', printfulTestMessages.missingScopes(missing), 'token'),
  )
}

async function tryStores(context: Context<Found>): Promise<StepResult> {
  const stores = await readStores(asking(context), context.signal)
  if (!stores) return failed('NOT_PRINTFUL', printfulTestMessages.unexpectedStores)
  context.found.stores = stores
  if (!context.typed) await keepStores(context.platform.db, keeping(context), stores)
  if (stores.length === 0) return failed('NO_STORES', printfulTestMessages.noStores)
  const names = stores.map(({ id, name }) => `${id} ${name.slice(0, 40)}`).slice(0, 8)
  return atLevel(context.record['level'], names, stores.length)
}

/** A token of one store sees that one alone; an account may have one as well. */
function atLevel(level: unknown, names: readonly string[], count: number): StepResult {
  if (level === 'store' && count > 1)
    return failed('OTHER_LEVEL', printfulTestMessages.accountLevel(count), 'level')
  if (level === 'store' || count > 1)
    return passed(printfulTestMessages.stores(names, count - names.length))
  return passed(printfulTestMessages.storeLevel(names.join()), { warning: true, field: 'level' })
}

/** Each line leads to a store of theirs, and a token for one store reaches that one alone. */
function tryMap({ record, found: { stores } }: Context<Found>): Promise<StepResult> {
  const pairs = storePairs(record['storeMap'])
  const unknown = pairs.find(({ theirs }) => !stores.some(({ id }) => id === theirs))
  const unmapped = stores.filter(({ id }) => !pairs.some(({ theirs }) => theirs === id))
  if (unknown)
    return Promise.resolve(
      failed('NO_STORE', printfulTestMessages.noSuchStore(unknown.theirs), 'storeMap'),
    )
  return Promise.resolve(
    unmapped.length === 0
      ? passed(printfulTestMessages.allMapped)
      : passed(printfulTestMessages.notMapped(unmapped.map(({ id }) => id)), {
          warning: true,
          field: 'storeMap',
        }),
  )
}

/** Each store of the map tells its events here, and its secret is known. */
async function tryWebhooks(context: Context<Found>): Promise<StepResult> {
  const { platform, record, signal } = context
  const pairs = storePairs(record['storeMap'])
  const address = webhookAddress(platform, record.id)
  if (pairs.length === 0) return skipped(printfulTestMessages.noneMapped)
  if (!address) return unknown(printfulTestMessages.noPublicUrl)
  for (const { theirs: storeId } of pairs) {
    const webhook = await readWebhook(asking(context), storeId, signal)
    await keepWebhook(platform.db, keeping(context), { storeId, webhook })
  }
  const [wrong] = await faultsOf(platform.db, record, { address, now: platform.now() })
  return wrong
    ? failed('WEBHOOK', printfulTestMessages.webhookFault(wrong.name.slice(0, 40), wrong.fault))
    : passed(printfulTestMessages.webhooksPoint(address))
}
