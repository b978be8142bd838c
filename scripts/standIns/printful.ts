import { createHmac, randomBytes } from 'node:crypto'
import { printfulCatalogue } from './printfulCatalog.ts'
import type { StandInProduct } from './printfulCatalog.ts'
import { record } from './recordTraffic.ts'
import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

type Webhook = {
  default_url: string | null
  expires_at: string | null
  events: { type: string; url?: string | null }[]
  public_key: string
}

/** The state of the stand-in, which tests and operators can change while it runs. */
type PrintfulState = {
  token: string
  scopes: string[]
  stores: { id: number; type: string; name: string }[]
  products: StandInProduct[]
  webhooks: Record<string, Webhook & { secret: string }>
  /** The error status of every call: 403, 429, 500. */
  fails: number | null
  /** Rejects this many calls with a 429 and asks to retry after this many seconds. */
  refuses: { calls: number; seconds: number }
}

export const usualPrintful = (): PrintfulState => ({
  token: 'stand-in-printful-token',
  scopes: ['orders', 'sync_products', 'webhooks', 'stores_list/read', 'file_library/read'],
  stores: [
    { id: 10, type: 'native', name: 'Merchandise' },
    { id: 11, type: 'native', name: 'Samples' },
  ],
  products: printfulCatalogue(),
  webhooks: {},
  fails: null,
  refuses: { calls: 0, seconds: 0 },
})

/**
 * Starts the part of Printful that the console uses: scopes, stores, their webhooks, and the
 * catalog. `tell` sends an event as Printful does.
 */
export async function startPrintful(given: Partial<PrintfulState> = {}, port = 0) {
  const state: PrintfulState = { ...usualPrintful(), ...given }
  const server = await serveJson('printful', (request) => answer(request, state), port)
  return {
    ...server,
    state,
    /** Sends a signed event of a store to its webhook, and resolves to the response. */
    async tell(
      storeId: number,
      event: { type: string; data?: object; retries?: number },
      to?: string,
    ) {
      const webhook = state.webhooks[storeId]
      if (!webhook) throw new Error(`No webhook of store ${storeId}`)
      const sentEvent = {
        occurred_at: '2026-11-22T09:00:00Z',
        retries: 0,
        store_id: storeId,
        ...event,
      }
      record({ provider: 'printful', event: sentEvent })
      const body = JSON.stringify(sentEvent)
      return fetch(to ?? webhook.default_url ?? '', {
        method: 'POST',
        headers: signedHeaders(webhook, body),
        body,
      })
    },
  }
}

export const signedHeaders = (
  { public_key, secret }: { public_key: string; secret: string },
  body: string,
) => ({
  'content-type': 'application/json',
  'x-pf-webhook-public-key': public_key,
  'x-pf-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
})

function answer(request: Asked, state: PrintfulState): Reply {
  const { url, headers } = request
  if (headers['authorization'] !== `Bearer ${state.token}`) return refused(401, 'Unauthorized')
  if (state.refuses.calls > 0) {
    state.refuses.calls -= 1
    return tooMany(state.refuses.seconds)
  }
  if (state.fails === 429) return tooMany(60)
  if (state.fails !== null) return refused(state.fails, 'Refused')
  if (url.pathname === '/v2/oauth-scopes')
    return { body: { data: state.scopes.map((value) => ({ name: `Scope ${value}`, value })) } }
  if (url.pathname === '/stores') {
    const { slice, paging } = paged(url, state.stores)
    return { body: { code: 200, result: slice, paging } }
  }
  if (url.pathname === '/v2/webhooks') return webhooks(request, state)
  if (url.pathname === '/v2/catalog-products') {
    const { slice, paging } = paged(url, state.products)
    return { body: { data: slice.map(({ variants: _variants, ...product }) => product), paging } }
  }
  const [, id] = /^\/v2\/catalog-products\/(\d+)\/catalog-variants$/.exec(url.pathname) ?? []
  const product = state.products.find((one) => String(one.id) === id)
  if (!product) return refused(404, 'NotFound')
  const { slice, paging } = paged(url, product.variants)
  return { body: { data: slice, paging } }
}

function webhooks({ method, url, headers, body }: Asked, state: PrintfulState): Reply {
  const store = String(headers['x-pf-store-id'] ?? '')
  if (!state.stores.some(({ id }) => String(id) === store))
    return refused(400, 'This endpoint requires `store_id`!')
  if (method === 'POST') {
    const settings = JSON.parse(body)
    const webhook = {
      default_url: settings.default_url ?? null,
      expires_at: settings.expires_at ?? null,
      events: settings.events,
      public_key: randomBytes(9).toString('base64'),
    }
    const secret = randomBytes(32).toString('hex')
    state.webhooks[store] = { ...webhook, secret }
    return { body: { code: 200, result: { ...webhook, secret_key: secret } } }
  }
  const storedWebhook = state.webhooks[store]
  if (!storedWebhook) return refused(404, 'NotFound')
  const { secret: _secret, ...webhook } = storedWebhook
  const isExpired = webhook.expires_at !== null && new Date(webhook.expires_at) < new Date()
  return isExpired && url.searchParams.get('show_expired') !== 'true'
    ? refused(404, 'The settings are expired')
    : { body: { code: 200, result: webhook } }
}

function paged<T>({ searchParams }: URL, all: readonly T[]) {
  const limit = Math.min(Number(searchParams.get('limit') ?? 20), 100)
  const offset = Number(searchParams.get('offset') ?? 0)
  return { slice: all.slice(offset, offset + limit), paging: { total: all.length, offset, limit } }
}

const tooMany = (seconds: number): Reply => ({
  ...refused(429, 'TooManyRequests'),
  headers: { 'retry-after': String(seconds) },
})

const refused = (status: number, reason: string): Reply => ({
  status,
  body:
    status >= 500
      ? { type: 'about:blank', status, title: reason, details: '', instance: '' }
      : {
          code: status,
          result: reason,
          error: { reason: status === 403 ? status : reason, message: `${reason}.` },
        },
})
