import { Stripe } from 'stripe'
import { mockProviderKeys } from '#server/platform/demoData/mockProviderKeys.ts'
import { sendDispute } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'
import { buildStripeDisputeEvent } from './stripeEvents.ts'
import type { DeepPartial } from './stripeEvents.ts'

/** The state of the mock provider, which tests can change. */
type StripeState = {
  /**
   * The secret keys that it accepts. A restricted key, which can't read accounts, begins with rk_.
   */
  keys: readonly string[]
  hasExpiredKeys: boolean
  errorStatus: number | null
  livemode: boolean
  chargesEnabled: boolean
  webhooks: {
    url: string
    status: 'enabled' | 'disabled'
    enabled_events: string[]
    api_version?: string
  }[]
  /** The decline code of every charge; null if they are paid. */
  declineCode: string | null
  /**
   * The status of payment intents when they're created and when they're read, such as `processing`;
   * null if they are paid.
   */
  intentStatus:
    | 'processing'
    | 'succeeded'
    | 'requires_action'
    | 'requires_payment_method'
    | 'canceled'
    | null
  /** The status of refunds when they're created and when they're read; null if they succeed. */
  refundStatus: 'pending' | 'succeeded' | 'failed' | 'canceled' | null
  /** A dispute to report, as the event of its status; null for none. */
  dispute: Dispute | null
  /**
   * The error of charges and refunds, such as `{ "status": 400, "type": "idempotency_error" }`; null for none.
   */
  paymentError: { status: number; type: string; code?: string } | null
}

export const defaultStripeState: StripeState = {
  keys: [mockProviderKeys.stripe.test.secret, mockProviderKeys.stripe.live.secret],
  hasExpiredKeys: false,
  errorStatus: null,
  livemode: false,
  chargesEnabled: true,
  webhooks: [],
  declineCode: null,
  intentStatus: null,
  refundStatus: null,
  dispute: null,
  paymentError: null,
}

const buildStripeError = (
  status: number,
  type: string,
  code: string | null,
  message: string,
): Reply => ({
  status,
  body: { error: { type, message, ...(code === null ? {} : { code }) } },
})

/**
 * Starts a local Stripe: balance, account, webhook endpoints, and payments that are charged once
 * per idempotency key.
 */
export async function startStripe(overrides: Partial<StripeState> = {}, port = 0) {
  const baseState: StripeState = { ...defaultStripeState, ...overrides }
  const charges = new Map<string, Reply>()
  const refunds = new Map<string, StripeRefund>()
  const server = await serveJson('stripe', handleStripeRequest, port)
  return {
    ...server,
    state: baseState,
    charges,
    refunds,
    applyChanges: () => sendDispute('stripe', baseState, buildStripeDisputeEvent),
  }

  function handleStripeRequest({
    method,
    url: { pathname, searchParams },
    headers,
    body,
  }: JsonRequest): Reply {
    const key = (headers.authorization ?? '').replace('Bearer ', '')
    const errorReply = findErrorReply(baseState, key, pathname)
    if (errorReply) return errorReply
    const state = { ...baseState, livemode: baseState.livemode || key.startsWith('sk_live_') }
    if (pathname === '/v1/balance') return { body: buildBalance(state) }
    if (pathname === '/v1/account') return { body: buildAccount(state) }
    if (pathname === '/v1/webhook_endpoints') return { body: buildWebhookList(state) }
    if (method === 'GET' && pathname.startsWith('/v1/charges/'))
      return { body: buildCharge(pathname.split('/').at(-1) ?? '', state) }
    if (method === 'GET' && pathname.startsWith('/v1/payment_intents/'))
      return getIntentReply(pathname.split('/').at(-1) ?? '', state, [...charges.values()])
    if (pathname.startsWith('/v1/refunds') && method === 'GET')
      return getRefundsReply(pathname, searchParams, state, [...refunds.values()])
    if (method === 'POST' && state.paymentError) {
      const { status, type, code = null } = state.paymentError
      return buildStripeError(status, type, code, 'The request is rejected')
    }
    if (method === 'POST' && pathname === '/v1/refunds') {
      const idempotencyKey = String(headers['idempotency-key'])
      const refund =
        refunds.get(idempotencyKey) ??
        createStripeRefund(new URLSearchParams(body), refunds.size + 1)
      refunds.set(idempotencyKey, refund)
      return { body: { ...refund, ...(state.refundStatus && { status: state.refundStatus }) } }
    }
    if (method === 'POST' && pathname === '/v1/payment_intents') {
      const idempotencyKey = String(headers['idempotency-key'])
      const earlierReply = charges.get(idempotencyKey)
      if (earlierReply) return earlierReply
      const form = new URLSearchParams(body)
      const newReply = createPaymentIntent(form, state, charges.size + 1)
      charges.set(idempotencyKey, newReply)
      return newReply
    }
    return buildStripeError(
      404,
      'invalid_request_error',
      'resource_missing',
      'Unrecognized request URL',
    )
  }
}

function findErrorReply(
  { keys, hasExpiredKeys, errorStatus: status }: StripeState,
  key: string,
  path: string,
) {
  if (status !== null)
    return buildStripeError(
      status,
      status === 429 ? 'invalid_request_error' : 'api_error',
      status === 429 ? 'rate_limit' : null,
      'Try later',
    )
  if (!keys.includes(key))
    return buildStripeError(401, 'invalid_request_error', null, `Invalid API Key provided: ${key}`)
  if (hasExpiredKeys)
    return buildStripeError(
      401,
      'invalid_request_error',
      'api_key_expired',
      `Expired API Key: ${key}`,
    )
  if (key.startsWith('rk_') && path === '/v1/account')
    return buildStripeError(403, 'invalid_request_error', null, `The key ${key} may not do this`)
  return null
}

const buildBalance = ({ livemode }: StripeState) =>
  ({
    object: 'balance',
    available: [{ amount: 12_000, currency: 'eur', source_types: { card: 12_000 } }],
    pending: [],
    livemode,
  }) satisfies DeepPartial<Stripe.Balance>

const buildAccount = ({ chargesEnabled }: StripeState) =>
  ({
    id: 'acct_mockProvider',
    object: 'account',
    country: 'DE',
    charges_enabled: chargesEnabled,
    default_currency: 'eur',
  }) satisfies DeepPartial<Stripe.Account>

const buildWebhookList = (state: StripeState) =>
  ({
    object: 'list',
    has_more: false,
    url: '/v1/webhook_endpoints',
    data: state.webhooks.map((one, index) => ({
      id: `we_${index + 1}`,
      object: 'webhook_endpoint',
      api_version: Stripe.API_VERSION,
      livemode: state.livemode,
      ...one,
    })),
  }) satisfies DeepPartial<Stripe.ApiList<Stripe.WebhookEndpoint>>

const buildCharge = (id: string, { livemode }: StripeState) =>
  ({
    id,
    object: 'charge',
    livemode,
    customer: 'cus_mockProvider',
    payment_method: 'pm_mockProvider',
  }) satisfies DeepPartial<Stripe.Charge>

/** Returns the current state of a payment intent. */
function getIntentReply(
  id: string,
  { intentStatus }: StripeState,
  charges: readonly Reply[],
): Reply {
  const intent = charges.map(({ body }) => body as { id?: string }).find((one) => one.id === id)
  if (!intent)
    return buildStripeError(
      404,
      'invalid_request_error',
      'resource_missing',
      'No such payment_intent',
    )
  return { body: { ...intent, ...(intentStatus && { status: intentStatus }) } }
}

type StripeRefund = ReturnType<typeof createStripeRefund>

const createStripeRefund = (form: URLSearchParams, number: number) =>
  ({
    id: `re_mockProvider${number}`,
    object: 'refund',
    amount: Number(form.get('amount')),
    currency: 'eur',
    charge: form.get('charge'),
    payment_intent: form.get('payment_intent'),
    metadata: {
      order: form.get('metadata[order]') ?? '',
      refund: form.get('metadata[refund]') ?? '',
    },
    status: 'succeeded',
  }) satisfies DeepPartial<Stripe.Refund>

/** Returns one refund by its ID, or those of a charge or payment intent. */
function getRefundsReply(
  pathname: string,
  search: URLSearchParams,
  { refundStatus }: StripeState,
  refunds: readonly StripeRefund[],
): Reply {
  const current = refunds.map((one) => ({ ...one, ...(refundStatus && { status: refundStatus }) }))
  if (pathname === '/v1/refunds') {
    const data = current.filter(
      ({ charge, payment_intent: intent }) =>
        charge === search.get('charge') && intent === search.get('payment_intent'),
    )
    return { body: { object: 'list', url: '/v1/refunds', has_more: false, data } }
  }
  const refund = current.find(({ id }) => id === pathname.split('/').at(-1))
  return refund
    ? { body: refund }
    : buildStripeError(404, 'invalid_request_error', 'resource_missing', 'No such refund')
}

function createPaymentIntent(
  form: URLSearchParams,
  { declineCode, livemode, intentStatus }: StripeState,
  number: number,
): Reply {
  const charge = `ch_again${number}`
  if (declineCode !== null)
    return {
      status: 402,
      body: {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: declineCode,
          message: 'Your card was declined.',
          charge,
        } satisfies DeepPartial<Stripe.StripeRawError>,
      },
    }
  return {
    body: {
      id: `pi_again${number}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      status: intentStatus ?? 'succeeded',
      last_payment_error: null,
      latest_charge: charge,
      livemode,
    } satisfies DeepPartial<Stripe.PaymentIntent>,
  }
}
