import { createHmac, randomBytes } from 'node:crypto'
import { buildPrintfulCatalog } from './printfulCatalog.ts'
import type { PrintfulProduct } from './printfulCatalog.ts'
import { recordTraffic } from './recordTraffic.ts'
import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'

type PrintfulWebhook = {
  default_url: string | null
  expires_at: string | null
  events: { type: string; url?: string | null }[]
  public_key: string
}

/** The state of the mock provider, which tests and operators can change while it runs. */
type PrintfulState = {
  token: string
  scopes: string[]
  stores: { id: number; type: string; name: string }[]
  products: PrintfulProduct[]
  webhooks: Record<string, PrintfulWebhook & { secret: string }>
  /** The error status of every call: 403, 429, 500. */
  errorStatus: number | null
  /** Rejects this many calls with a 429 and asks to retry after this many seconds. */
  rateLimit: { calls: number; seconds: number }
}

export const buildPrintfulState = (): PrintfulState => ({
  token: 'mock-provider-printful-token',
  scopes: ['orders', 'sync_products', 'webhooks', 'stores_list/read', 'file_library/read'],
  stores: [
    { id: 10, type: 'native', name: 'Merchandise' },
    { id: 11, type: 'native', name: 'Samples' },
  ],
  products: buildPrintfulCatalog(),
  webhooks: {},
  errorStatus: null,
  rateLimit: { calls: 0, seconds: 0 },
})

/**
 * Starts the part of Printful that the console uses: scopes, stores, their webhooks, and the
 * catalog. `sendEvent` sends an event as Printful does.
 */
export async function startPrintful(overrides: Partial<PrintfulState> = {}, port = 0) {
  const state: PrintfulState = { ...buildPrintfulState(), ...overrides }
  const server = await serveJson(
    'printful',
    (request) => handlePrintfulRequest(request, state),
    port,
  )
  return {
    ...server,
    state,
    /** Sends a signed event of a store to its webhook, and resolves to the response. */
    async sendEvent(
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
      recordTraffic({ provider: 'printful', event: sentEvent })
      const body = JSON.stringify(sentEvent)
      return fetch(to ?? webhook.default_url ?? '', {
        method: 'POST',
        headers: buildSignedHeaders(webhook, body),
        body,
      })
    },
  }
}

export const buildSignedHeaders = (
  { public_key, secret }: { public_key: string; secret: string },
  body: string,
) => ({
  'content-type': 'application/json',
  'x-pf-webhook-public-key': public_key,
  'x-pf-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
})

function handlePrintfulRequest(request: JsonRequest, state: PrintfulState): Reply {
  const { url, headers } = request
  if (headers['authorization'] !== `Bearer ${state.token}`)
    return buildPrintfulError(401, 'Unauthorized')
  if (state.rateLimit.calls > 0) {
    state.rateLimit.calls -= 1
    return buildRateLimitError(state.rateLimit.seconds)
  }
  if (state.errorStatus === 429) return buildRateLimitError(60)
  if (state.errorStatus !== null) return buildPrintfulError(state.errorStatus, 'Rejected')
  if (url.pathname === '/v2/oauth-scopes')
    return { body: { data: state.scopes.map((value) => ({ name: `Scope ${value}`, value })) } }
  if (url.pathname === '/stores') {
    const { slice, paging } = getPage(url, state.stores)
    return { body: { code: 200, result: slice, paging } }
  }
  if (url.pathname === '/v2/webhooks') return handleWebhooks(request, state)
  if (url.pathname === '/v2/catalog-products') {
    const { slice, paging } = getPage(url, state.products)
    return { body: { data: slice.map(({ variants: _variants, ...product }) => product), paging } }
  }
  const [, id] = /^\/v2\/catalog-products\/(\d+)\/catalog-variants$/.exec(url.pathname) ?? []
  const product = state.products.find((one) => String(one.id) === id)
  if (!product) return buildPrintfulError(404, 'NotFound')
  const { slice, paging } = getPage(url, product.variants)
  return { body: { data: slice, paging } }
}

function handleWebhooks({ method, url, headers, body }: JsonRequest, state: PrintfulState): Reply {
  const store = String(headers['x-pf-store-id'] ?? '')
  if (!state.stores.some(({ id }) => String(id) === store))
    return buildPrintfulError(400, 'This endpoint requires `store_id`!')
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
  if (!storedWebhook) return buildPrintfulError(404, 'NotFound')
  const { secret: _secret, ...webhook } = storedWebhook
  const isExpired = webhook.expires_at !== null && new Date(webhook.expires_at) < new Date()
  return isExpired && url.searchParams.get('show_expired') !== 'true'
    ? buildPrintfulError(404, 'The settings are expired')
    : { body: { code: 200, result: webhook } }
}

function getPage<T>({ searchParams }: URL, all: readonly T[]) {
  const limit = Math.min(Number(searchParams.get('limit') ?? 20), 100)
  const offset = Number(searchParams.get('offset') ?? 0)
  return { slice: all.slice(offset, offset + limit), paging: { total: all.length, offset, limit } }
}

const buildRateLimitError = (seconds: number): Reply => ({
  ...buildPrintfulError(429, 'TooManyRequests'),
  headers: { 'retry-after': String(seconds) },
})

const buildPrintfulError = (status: number, reason: string): Reply => ({
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
