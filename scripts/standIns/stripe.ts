import { createHmac } from 'node:crypto'
import { Stripe } from 'stripe'
import { mockProviderKeys } from '#server/platform/demoData/mockProviderKeys.ts'
import { getDueDate, sendDispute } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { record } from './recordTraffic.ts'
import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

/** The part of Stripe's responses that the console reads, with the types of Stripe's client. */
type Some<Told> = Told extends object ? { [Name in keyof Told]?: Some<Told[Name]> } : Told

/** The state of the stand-in, which tests can change. */
type StripeState = {
  /**
   * The secret keys that it accepts. A restricted key, which can't read accounts, begins with rk_.
   */
  keys: readonly string[]
  expired: boolean
  status: number | null
  livemode: boolean
  chargesEnabled: boolean
  webhooks: {
    url: string
    status: 'enabled' | 'disabled'
    enabled_events: string[]
    api_version?: string
  }[]
  /** The decline code of every charge; null if they are paid. */
  declines: string | null
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
  refuses: { status: number; type: string; code?: string } | null
}

export const usualStripe: StripeState = {
  keys: [mockProviderKeys.stripe.test.secret, mockProviderKeys.stripe.live.secret],
  expired: false,
  status: null,
  livemode: false,
  chargesEnabled: true,
  webhooks: [],
  declines: null,
  intentStatus: null,
  refundStatus: null,
  dispute: null,
  refuses: null,
}

const refused = (status: number, type: string, code: string | null, message: string): Reply => ({
  status,
  body: { error: { type, message, ...(code === null ? {} : { code }) } },
})

/**
 * Starts a local Stripe: balance, account, webhook endpoints, and payments that are charged once
 * per idempotency key.
 */
export async function startStripe(overrides: Partial<StripeState> = {}, port = 0) {
  const baseState: StripeState = { ...usualStripe, ...overrides }
  const charged = new Map<string, Reply>()
  const refunded = new Map<string, StripeRefund>()
  const served = await serveJson('stripe', answer, port)
  return {
    ...served,
    state: baseState,
    charged,
    refunded,
    changed: () => sendDispute('stripe', baseState, buildDisputeEvent),
  }

  function answer({ method, url: { pathname, searchParams }, headers, body }: Asked): Reply {
    const key = (headers.authorization ?? '').replace('Bearer ', '')
    const errorReply = refusalOf(baseState, key, pathname)
    if (errorReply) return errorReply
    const state = { ...baseState, livemode: baseState.livemode || key.startsWith('sk_live_') }
    if (pathname === '/v1/balance') return { body: balance(state) }
    if (pathname === '/v1/account') return { body: account(state) }
    if (pathname === '/v1/webhook_endpoints') return { body: webhooks(state) }
    if (method === 'GET' && pathname.startsWith('/v1/charges/'))
      return { body: chargeOf(pathname.split('/').at(-1) ?? '', state) }
    if (method === 'GET' && pathname.startsWith('/v1/payment_intents/'))
      return foundIntent(pathname.split('/').at(-1) ?? '', state, [...charged.values()])
    if (pathname.startsWith('/v1/refunds') && method === 'GET')
      return foundRefunds(pathname, searchParams, state, [...refunded.values()])
    if (method === 'POST' && state.refuses) {
      const { status, type, code = null } = state.refuses
      return refused(status, type, code, 'It is refused')
    }
    if (method === 'POST' && pathname === '/v1/refunds') {
      const idempotencyKey = String(headers['idempotency-key'])
      const refund =
        refunded.get(idempotencyKey) ?? refundOf(new URLSearchParams(body), refunded.size + 1)
      refunded.set(idempotencyKey, refund)
      return { body: { ...refund, ...(state.refundStatus && { status: state.refundStatus }) } }
    }
    if (method === 'POST' && pathname === '/v1/payment_intents') {
      const idempotencyKey = String(headers['idempotency-key'])
      const earlierReply = charged.get(idempotencyKey)
      if (earlierReply) return earlierReply
      const form = new URLSearchParams(body)
      const newReply = paid(form, state, charged.size + 1)
      charged.set(idempotencyKey, newReply)
      return newReply
    }
    return refused(404, 'invalid_request_error', 'resource_missing', 'Unrecognized request URL')
  }
}

function refusalOf({ keys, expired, status }: StripeState, key: string, path: string) {
  if (status !== null)
    return refused(
      status,
      status === 429 ? 'invalid_request_error' : 'api_error',
      status === 429 ? 'rate_limit' : null,
      'Try later',
    )
  if (!keys.includes(key))
    return refused(401, 'invalid_request_error', null, `Invalid API Key provided: ${key}`)
  if (expired)
    return refused(401, 'invalid_request_error', 'api_key_expired', `Expired API Key: ${key}`)
  if (key.startsWith('rk_') && path === '/v1/account')
    return refused(403, 'invalid_request_error', null, `The key ${key} may not do this`)
  return null
}

const balance = ({ livemode }: StripeState) =>
  ({
    object: 'balance',
    available: [{ amount: 12_000, currency: 'eur', source_types: { card: 12_000 } }],
    pending: [],
    livemode,
  }) satisfies Some<Stripe.Balance>

const account = ({ chargesEnabled }: StripeState) =>
  ({
    id: 'acct_standIn',
    object: 'account',
    country: 'DE',
    charges_enabled: chargesEnabled,
    default_currency: 'eur',
  }) satisfies Some<Stripe.Account>

const webhooks = (state: StripeState) =>
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
  }) satisfies Some<Stripe.ApiList<Stripe.WebhookEndpoint>>

const chargeOf = (id: string, { livemode }: StripeState) =>
  ({
    id,
    object: 'charge',
    livemode,
    customer: 'cus_standIn',
    payment_method: 'pm_standIn',
  }) satisfies Some<Stripe.Charge>

/** Returns the current state of a payment intent. */
function foundIntent(id: string, { intentStatus }: StripeState, charged: readonly Reply[]): Reply {
  const intent = charged.map(({ body }) => body as { id?: string }).find((one) => one.id === id)
  if (!intent)
    return refused(404, 'invalid_request_error', 'resource_missing', 'No such payment_intent')
  return { body: { ...intent, ...(intentStatus && { status: intentStatus }) } }
}

type StripeRefund = ReturnType<typeof refundOf>

const refundOf = (form: URLSearchParams, number: number) =>
  ({
    id: `re_standIn${number}`,
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
  }) satisfies Some<Stripe.Refund>

/** Returns one refund by its ID, or those of a charge or payment intent. */
function foundRefunds(
  pathname: string,
  search: URLSearchParams,
  { refundStatus }: StripeState,
  refunded: readonly StripeRefund[],
): Reply {
  const current = refunded.map((one) => ({ ...one, ...(refundStatus && { status: refundStatus }) }))
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
    : refused(404, 'invalid_request_error', 'resource_missing', 'No such refund')
}

function paid(
  form: URLSearchParams,
  { declines, livemode, intentStatus }: StripeState,
  number: number,
): Reply {
  const charge = `ch_again${number}`
  if (declines !== null)
    return {
      status: 402,
      body: {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: declines,
          message: 'Your card was declined.',
          charge,
        } satisfies Some<Stripe.StripeRawError>,
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
    } satisfies Some<Stripe.PaymentIntent>,
  }
}

/** Builds an event as Stripe sends it, with its signature header. */
export function stripeEvent(
  secret: string,
  { type, object, id, at, livemode = false }: StripeTells,
): { body: string; signature: string } {
  const created = Math.floor(at.getTime() / 1000)
  const event = {
    id,
    object: 'event',
    type,
    created,
    livemode,
    api_version: Stripe.API_VERSION,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: { object },
  } satisfies Some<Omit<Stripe.Event, 'type' | 'data'>> & { type: string; data: object }
  record({ provider: 'stripe', event })
  const body = JSON.stringify(event)
  const signed = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex')
  return { body, signature: `t=${created},v1=${signed}` }
}

/** Builds the event that reports a dispute, in the live mode. */
function buildDisputeEvent({ charge, status, amount, currency }: Dispute, at: Date) {
  const isClosed = status === 'won' || status === 'lost'
  const kind = isClosed ? 'closed' : status === 'needs_response' ? 'created' : 'updated'
  const created = Math.floor(at.getTime() / 1000)
  const object = stripeDispute(charge, {
    amount,
    currency: currency.toLowerCase(),
    id: `dp_${charge}`,
    status,
    created,
    evidence_details: { due_by: Math.floor(getDueDate(at).getTime() / 1000) },
  })
  const { body, signature } = stripeEvent(mockProviderKeys.stripe.live.webhook ?? '', {
    type: `charge.dispute.${kind}`,
    object,
    id: `evt_${charge}_${created}_${status}`,
    at,
    livemode: true,
  })
  return { headers: { 'stripe-signature': signature }, body }
}

type StripeTells = { type: string; object: object; id: string; at: Date; livemode?: boolean }

/** Builds a refund of one of our orders' charges, made by us if it has a key. */
export const stripeRefund = (charge: string, overrides: object = {}) =>
  ({
    id: 're_event1',
    object: 'refund',
    amount: 1000,
    currency: 'eur',
    charge,
    created: 1_764_000_000,
    metadata: {},
    status: 'succeeded',
    ...overrides,
  }) satisfies Some<Stripe.Refund>

/** Builds a failed charge of one of our orders. */
export const failedCharge = (order: number, overrides: object = {}) =>
  ({
    id: 'ch_failed1',
    object: 'charge',
    amount: 4200,
    currency: 'eur',
    created: 1_764_000_000,
    metadata: { order: String(order) },
    failure_code: 'card_declined',
    outcome: { type: 'issuer_declined', reason: 'insufficient_funds', advice_code: null },
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    ...overrides,
  }) satisfies Some<Stripe.Charge>

/** Builds a dispute of one of our charges. */
export const stripeDispute = (charge: string, overrides: object = {}) =>
  ({
    id: 'dp_opened1',
    object: 'dispute',
    amount: 4200,
    currency: 'eur',
    charge,
    payment_intent: null,
    created: 1_764_000_000,
    evidence_details: { due_by: 1_765_000_000 },
    metadata: {},
    reason: 'fraudulent',
    status: 'needs_response',
    ...overrides,
  }) satisfies Some<Stripe.Dispute>
