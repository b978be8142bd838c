import { array, number, string, type } from 'superstruct'
import { is } from '#shared/is.ts'
import { missingScopes } from '#shared/printful/scopes.ts'
import { storePairs } from '#shared/printful/storeMap.ts'
import { failed, passed } from '../integrations/integration.ts'
import type { Context, Step, StepResult } from '../integrations/integration.ts'
import { askPrintful, PrintfulRefusal } from './printful.ts'

export type Found = { scopes: string[]; stores: { id: number; name: string }[] }

const Scopes = type({ data: array(type({ value: string() })) })
const Stores = type({ result: array(type({ id: number(), name: string() })) })

/** What is tried of an account at Printful (integrations.md). */
export const steps: readonly Step<Found>[] = [
  { name: 'token', title: 'Token known', required: true, passive: true, run: told(tryToken) },
  { name: 'scopes', title: 'Token may do all', required: true, passive: true, run: tryScopes },
  { name: 'stores', title: 'Stores read', required: true, passive: true, run: told(tryStores) },
  { name: 'map', title: 'Stores mapped', required: false, passive: true, run: tryMap },
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

const ask = ({ platform, secrets, signal }: Context<Found>, path: string) =>
  askPrintful(platform, secrets['token'] ?? '', { path, signal })

async function tryToken(context: Context<Found>): Promise<StepResult> {
  const answer = await ask(context, '/v2/oauth-scopes')
  if (!is(answer, Scopes)) return failed('NOT_PRINTFUL', 'What answers there is not Printful.')
  context.found.scopes = answer.data.map(({ value }) => value)
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
  const answer = await ask(context, '/stores')
  if (!is(answer, Stores)) return failed('NOT_PRINTFUL', 'The stores are told in an unknown way.')
  const { result: stores } = answer
  context.found.stores = stores
  if (stores.length === 0) return failed('NO_STORES', 'The account has no store at Printful.')
  const names = stores.map(({ id, name }) => `${id} ${name.slice(0, 40)}`).slice(0, 8)
  const more = stores.length > names.length ? ` and ${stores.length - names.length} more` : ''
  return passed(`${names.join(', ')}${more}.`)
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
