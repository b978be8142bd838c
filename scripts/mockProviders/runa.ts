import { mockGiftCardKey } from '#server/platform/demoData/mockProviderKeys.ts'
import { recordTraffic } from './recordTraffic.ts'
import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'

/** A product in the mock provider. Amounts are decimal texts, as in Runa's API. */
export type RunaProduct = {
  code: string
  name: string
  currency: string
  state: 'LIVE' | 'TEMPORARILY_DISABLED' | 'TEMPORARILY_DEGRADED'
  type: 'open' | 'fixed'
  minimum: string
  maximum: string
  list: string[] | null
  /** False for a product that can't be ordered, which can still be live. */
  isOrderable?: boolean
  /** Set for products other than gift cards, which have no details here. */
  payoutType?: 'subscription' | 'payment'
}

/** The state of the mock provider, which tests and operators can change while it runs. */
type RunaState = {
  apiKey: string
  /** The live key, which the demo data uses. Sandbox and live share one account here. */
  liveKey: string
  balances: Record<string, string>
  products: RunaProduct[]
  /** Responses to orders by idempotency key, including errors, which are returned again too. */
  orders: Map<string, Reply>
  /** The states of links by order, if they aren't `ACTIVE` any more. */
  links: Map<string, { status: 'CLAIMED' | 'CANCELLED' | 'EXPIRED'; at: string }>
  /**
   * The error of every call except ping: `forbidden`, `ordering_restricted`, `insufficient_funds`,
   * `version_removed`, `conflict`, `rate`, `down`.
   */
  error: string | null
  /** The number of orders that were placed, whatever the response was. */
  orderCount: number
}

const buildRunaProduct = (code: string, name: string, currency = 'EUR'): RunaProduct => ({
  code,
  name,
  currency,
  state: 'LIVE',
  type: 'open',
  minimum: '5.00',
  maximum: '500.00',
  list: null,
})

export const buildRunaState = (): RunaState => ({
  apiKey: 'XXstandin0000000000000000',
  liveKey: mockGiftCardKey,
  balances: { EUR: '1200.00', GBP: '80.50', JPY: '45000.00' },
  products: [
    buildRunaProduct('BOOK-DE', 'Bookshop'),
    { ...buildRunaProduct('RAIL-DE', 'Railway'), type: 'fixed', list: ['10.00', '25.00', '50.00'] },
    buildRunaProduct('CAFE-GB', 'Coffee house', 'GBP'),
  ],
  orders: new Map(),
  links: new Map(),
  error: null,
  orderCount: 0,
})

const statuses: Record<string, number> = {
  invalid_api_key: 401,
  forbidden: 403,
  ordering_restricted: 403,
  insufficient_funds: 400,
  validation_error: 422,
  version_removed: 410,
  not_found: 404,
  bad_request: 400,
  request_timeout: 408,
  conflict: 409,
  too_early: 425,
  down: 500,
}
const buildRunaError = (type: string, extraFields: object = {}): Reply => ({
  status: statuses[type] ?? 400,
  body: { type, message: `Rejected as ${type}.`, help: 'This is a mock provider.', ...extraFields },
})

/**
 * Starts the part of Runa that the console uses: ping, balance, the paginated catalog, orders that
 * count once, and the states of their links.
 */
export async function startRuna(overrides: Partial<RunaState> = {}, port = 0) {
  const state: RunaState = { ...buildRunaState(), ...overrides }
  return {
    ...(await serveJson('runa', (request) => handleRunaRequest(request, state), port)),
    state,
  }
}

function handleRunaRequest({ method, url, headers, body }: JsonRequest, state: RunaState): Reply {
  const { pathname, searchParams } = url
  if (pathname === '/ping') return { body: { message: 'pong' } }
  if (![state.apiKey, state.liveKey].includes(String(headers['x-api-key'])))
    return buildRunaError('invalid_api_key')
  if (pathname === '/order' && method === 'POST')
    return handleOrder(state, String(headers['x-idempotency-key'] ?? ''), body)
  const errorReply = findErrorReply(state)
  if (errorReply) return errorReply
  if (pathname === '/balance')
    return {
      body: Object.entries(state.balances).map(([currency, balance]) => ({ balance, currency })),
    }
  const [, orderId] = /^\/order\/(O-\d{8})$/.exec(pathname) ?? []
  if (orderId !== undefined) return getOrderReply(state, orderId)
  if (pathname === '/product') return { body: getCatalogPage(state, searchParams) }
  return buildRunaError('not_found')
}

function findErrorReply({ error }: RunaState): Reply | null {
  if (error === 'rate') return { status: 429, body: { error: 'rate exceeded' } }
  return error === null ? null : buildRunaError(error)
}

/** Builds Runa's event for a product that became orderable or stopped being orderable. */
export function buildProductUpdate(code: string, isOrderable: boolean) {
  const buildState = (is_orderable: boolean) => ({ price_multiplier: '0.00', is_orderable })
  const event = {
    product_code: code,
    old_state: buildState(!isOrderable),
    new_state: buildState(isOrderable),
    timestamp: new Date().toISOString(),
  }
  recordTraffic({ provider: 'runa', event })
  return event
}

function getCatalogPage({ products }: RunaState, searchParams: URLSearchParams) {
  const limit = Number(searchParams.get('limit') ?? 500)
  const after = searchParams.get('after')
  const from = after === null ? 0 : products.findIndex(({ code }) => code === after) + 1
  const page = products.slice(from, from + limit)
  return {
    catalog: page.map(toProductJson),
    pagination: { page: { limit }, cursors: { after: page.at(-1)?.code ?? after ?? '' } },
  }
}

const isOrderable = ({ state, isOrderable: isEnabled = true }: RunaProduct) =>
  isEnabled && state !== 'TEMPORARILY_DISABLED'

const toProductJson = (product: RunaProduct) => ({
  name: product.name,
  code: product.code,
  currency: product.currency,
  state: product.state,
  is_orderable: isOrderable(product),
  payout_type: product.payoutType ?? 'gift_card',
  categories: [],
  countries_redeemable_in: ['DE'],
  customer_service: { website_url: 'https://runa.example/help', phone_number: null },
  discount_multiplier: '0.00',
  ...(product.payoutType ? {} : { gift_card: { denominations: toDenominations(product) } }),
})

const toDenominations = ({ type, minimum, maximum, list }: RunaProduct) => ({
  type,
  minimum_value: minimum,
  maximum_value: maximum,
  available_list: list,
})

/**
 * Orders one item. A repeated key gets the first response again, including errors, unless the error
 * leaves the result open.
 */
function handleOrder(state: RunaState, key: string, body: string): Reply {
  const earlierReply = state.orders.get(key)
  if (earlierReply) return earlierReply
  const reply =
    findErrorReply(state) ??
    (key === '' ? buildRunaError('bad_request') : placeOrder(state, JSON.parse(body)))
  const { status = 200 } = reply
  if (status < 500 && ![408, 409, 425].includes(status)) state.orders.set(key, reply)
  return reply
}

function placeOrder(state: RunaState, body: unknown): Reply {
  const { payment_method: paymentMethod, items } = Object(body)
  const item = Object(Array.isArray(items) ? items[0] : null)
  const orderedProduct = state.products.find(({ code }) => code === item.products?.value)
  const createFieldError = (...location: string[]) =>
    buildRunaError('validation_error', {
      details: [{ type: 'value_error', message: 'It is not right.', location }],
    })
  if (!orderedProduct || !isOrderable(orderedProduct))
    return createFieldError('items', '0', 'products')
  const value = Number(item.face_value)
  if (!(value >= Number(orderedProduct.minimum) && value <= Number(orderedProduct.maximum)))
    return createFieldError('items', '0', 'face_value')
  const currency = String(Object(paymentMethod).currency)
  const balance = Number(state.balances[currency] ?? '0')
  if (balance < value) return buildRunaError('insufficient_funds')
  state.balances[currency] = (balance - value).toFixed(2)
  state.orderCount += 1
  const id = `O-${String(state.orderCount).padStart(8, '0')}`
  const now = new Date().toISOString()
  return {
    body: buildCompletedOrder({
      id,
      at: now,
      paymentMethod,
      currency,
      value: String(value),
      products: item.products,
      payout: { status: 'ACTIVE', at: now },
    }),
  }
}

type CompletedOrder = {
  id: string
  at: string
  paymentMethod: object
  currency: string
  value: string
  products: object
  payout: { status: string; at: string }
}

const buildCompletedOrder = ({ id, at, currency, value, payout, ...order }: CompletedOrder) => ({
  id,
  status: 'COMPLETED',
  created_at: at,
  completed_at: at,
  payment_method: order.paymentMethod,
  currency,
  total_price: value,
  total_discount: '0',
  items: [
    {
      id: `E-${id}`,
      distribution_method: { type: 'PAYOUT_LINK' },
      products: order.products,
      face_value: value,
      price: value,
      currency,
      payout: {
        status: payout.status,
        status_updated_at: payout.at,
        url: `https://runa.example/${id}`,
      },
    },
  ],
})

/**
 * Returns an order with the state of its link. The demo data's orders were never placed here: the
 * links of even ones were claimed.
 */
function getOrderReply(state: RunaState, id: string): Reply {
  const now = new Date().toISOString()
  const isPlaced = Number(id.slice(2)) <= state.orderCount
  const isClaimed = !isPlaced && Number(id.slice(2)) % 2 === 0
  const payout = state.links.get(id) ?? { status: isClaimed ? 'CLAIMED' : 'ACTIVE', at: now }
  return {
    body: buildCompletedOrder({
      id,
      at: payout.at,
      paymentMethod: { type: 'ACCOUNT_BALANCE', currency: 'EUR' },
      currency: 'EUR',
      value: '25.00',
      products: { type: 'SINGLE', value: 'BOOK-DE' },
      payout,
    }),
  }
}
