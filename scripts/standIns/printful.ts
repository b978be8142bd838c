import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

/** What the stand-in knows; tests and operators change it while it runs. */
export type PrintfulState = {
  token: string
  scopes: string[]
  stores: { id: number; type: string; name: string }[]
  /** What every call is refused with: 403, 429, 500. */
  fails: number | null
}

export const usualPrintful = (): PrintfulState => ({
  token: 'stand-in-printful-token',
  scopes: ['orders', 'sync_products', 'webhooks', 'stores_list/read', 'file_library/read'],
  stores: [
    { id: 10, type: 'native', name: 'Merchandise' },
    { id: 11, type: 'native', name: 'Samples' },
  ],
  fails: null,
})

/** Printful as much of it as the console asks: the scopes of a token, and its stores. */
export async function startPrintful(given: Partial<PrintfulState> = {}, port = 0) {
  const state: PrintfulState = { ...usualPrintful(), ...given }
  return { ...(await serveJson('printful', (asked) => answer(asked, state), port)), state }
}

function answer({ url: { pathname }, headers }: Asked, state: PrintfulState): Reply {
  if (headers['authorization'] !== `Bearer ${state.token}`) return refused(401, 'Unauthorized')
  if (state.fails === 429)
    return { ...refused(429, 'TooManyRequests'), headers: { 'retry-after': '60' } }
  if (state.fails !== null) return refused(state.fails, 'Refused')
  if (pathname === '/v2/oauth-scopes')
    return { body: { data: state.scopes.map((value) => ({ name: `Scope ${value}`, value })) } }
  if (pathname === '/stores')
    return {
      body: {
        code: 200,
        result: state.stores,
        paging: { total: state.stores.length, offset: 0, limit: 20 },
      },
    }
  return refused(404, 'NotFound')
}

const refused = (status: number, reason: string): Reply => ({
  status,
  body:
    status >= 500
      ? { type: 'about:blank', status, title: reason, details: '', instance: '' }
      : { code: status, result: reason, error: { reason, message: `${reason}.` } },
})
