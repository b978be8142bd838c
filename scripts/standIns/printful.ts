import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

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

type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

/** Printful as much of it as the console asks: the scopes of a token, and its stores. */
export async function startPrintful(given: Partial<PrintfulState> = {}, port = 0) {
  const state: PrintfulState = { ...usualPrintful(), ...given }
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = answer(request, state)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo // A TCP server has an address of this shape.
  const url = `http://127.0.0.1:${taken}`
  return { url, state, stop: () => server.close().closeAllConnections() }
}

function answer({ url = '/', headers }: IncomingMessage, state: PrintfulState): Answer {
  if (headers['authorization'] !== `Bearer ${state.token}`) return refused(401, 'Unauthorized')
  if (state.fails === 429)
    return { ...refused(429, 'TooManyRequests'), headers: { 'retry-after': '60' } }
  if (state.fails !== null) return refused(state.fails, 'Refused')
  if (url === '/v2/oauth-scopes')
    return { body: { data: state.scopes.map((value) => ({ name: value, value })) } }
  if (url === '/stores')
    return {
      body: {
        code: 200,
        result: state.stores,
        paging: { total: state.stores.length, offset: 0, limit: 20 },
      },
    }
  return refused(404, 'NotFound')
}

const refused = (status: number, reason: string): Answer => ({
  status,
  body:
    status >= 500
      ? { type: 'about:blank', status, title: reason, details: '', instance: '' }
      : { code: status, result: reason, error: { reason, message: `${reason}.` } },
})
