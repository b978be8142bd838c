import { missingScopes } from '#shared/printful/scopes.ts'
import { storePairs } from '#shared/printful/storeMap.ts'
import { failed, passed, skipped, unknown } from '../integrations/integration.ts'
import type { Context, Step, StepResult } from '../integrations/integration.ts'
import { accessOf, noToken, webhookAddress } from './access.ts'
import { faultsOf } from './account.ts'
import { PrintfulRefusal } from './printful.ts'
import type { PrintfulAccess } from './printful.ts'
import { keepScopes, keepStores, keepWebhook, readScopes, readStores, readWebhook } from './told.ts'
import type { TheirStore } from './told.ts'

export type Found = { scopes: string[]; stores: TheirStore[] }

/** What is tried of an account at Printful (integrations.md). */
export const steps: readonly Step<Found>[] = [
  { name: 'token', title: 'Token known', required: true, passive: true, run: told(tryToken) },
  { name: 'scopes', title: 'Token may do all', required: true, passive: true, run: tryScopes },
  { name: 'stores', title: 'Stores read', required: true, passive: true, run: told(tryStores) },
  { name: 'map', title: 'Stores mapped', required: false, passive: true, run: tryMap },
  {
    name: 'webhook',
    title: 'Webhooks lead here',
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
  if (!context.secrets['token']) return failed('NO_TOKEN', noToken, 'token')
  const scopes = await readScopes(asking(context), context.signal)
  if (!scopes) return failed('NOT_PRINTFUL', 'What answers there is not Printful.')
  context.found.scopes = scopes
  if (!context.typed) await keepScopes(context.platform.db, keeping(context), scopes)
  return passed('Printful knows the token.')
}

function tryScopes({ found: { scopes } }: Context<Found>): Promise<StepResult> {
  const missing = missingScopes(scopes)
  const all = scopes.filter((scope) => /^[\w/]{1,60}$/.test(scope)).join(', ')
  return Promise.resolve(
    missing.length === 0
      ? passed(`It has ${all}.`)
      : failed(
          'MISSING_SCOPES',
          `Missing: ${missing.join(', ')}. Make a new token with ${missing.length === 1 ? 'it' : 'them'}.`,
          'token',
        ),
  )
}

async function tryStores(context: Context<Found>): Promise<StepResult> {
  const stores = await readStores(asking(context), context.signal)
  if (!stores) return failed('NOT_PRINTFUL', 'The stores are told in an unknown way.')
  context.found.stores = stores
  if (!context.typed) await keepStores(context.platform.db, keeping(context), stores)
  if (stores.length === 0) return failed('NO_STORES', 'The account has no store at Printful.')
  const names = stores.map(({ id, name }) => `${id} ${name.slice(0, 40)}`).slice(0, 8)
  const more = stores.length > names.length ? ` and ${stores.length - names.length} more` : ''
  return atLevel(context.record['level'], stores.length, `${names.join(', ')}${more}.`)
}

/** A token of one store sees that one alone; an account may have one as well. */
function atLevel(level: unknown, count: number, sentence: string): StepResult {
  if (level === 'store' && count > 1)
    return failed(
      'OTHER_LEVEL',
      `The token reaches ${count} stores: choose the level Account.`,
      'level',
    )
  if (level === 'store' || count > 1) return passed(sentence)
  return passed(
    `${sentence} There is no other: if the token is for this store alone, choose the level One store.`,
    {
      warning: true,
      field: 'level',
    },
  )
}

/** Each line leads to a store of theirs, and a token for one store reaches that one alone. */
function tryMap({ record, found: { stores } }: Context<Found>): Promise<StepResult> {
  const pairs = storePairs(record['storeMap'])
  const unknown = pairs.find(({ theirs }) => !stores.some(({ id }) => id === theirs))
  const unmapped = stores.filter(({ id }) => !pairs.some(({ theirs }) => theirs === id))
  if (unknown)
    return Promise.resolve(
      failed('NO_STORE', `Printful knows no store ${unknown.theirs}.`, 'storeMap'),
    )
  return Promise.resolve(
    unmapped.length === 0
      ? passed('Each of their stores is one of ours.')
      : passed(`Not mapped yet: ${unmapped.map(({ id }) => id).join(', ')}.`, {
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
  if (pairs.length === 0) return skipped('None of their stores is one of ours yet.')
  if (!address)
    return unknown('The platform does not know its public address, so nothing is told to it.')
  for (const { theirs: storeId } of pairs) {
    const webhook = await readWebhook(asking(context), storeId, signal)
    await keepWebhook(platform.db, keeping(context), { storeId, webhook })
  }
  const [wrong] = await faultsOf(platform.db, record, { address, now: platform.now() })
  return wrong
    ? failed('WEBHOOK', `The webhook of ${wrong.name.slice(0, 40)}: ${wrong.fault} Repair it.`)
    : passed(`Events come in at ${address}.`)
}
