import { createHmac } from 'node:crypto'
import { toDecimalText } from '#shared/format/money.ts'
import { getDueDate, sendDispute } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'

export const defaultPaypalState = {
  client: 'AMockProvider',
  secret: 'EMockProvider',
  scope: 'https://uri.paypal.com/services/payments/payment/authcapture openid',
  webhooks: [] as { id: string; url: string; event_types: { name: string }[] }[],
  canReadWebhooks: true,
  /** The response code of charges; null if they are paid. */
  declineCode: null as string | null,
  /**
   * The status of captures when they're created and when they're read, such as `PENDING`; null if
   * they are paid.
   */
  captureStatus: null as string | null,
  /** The status of refunds when they're created and when they're read; null if they're completed. */
  refundStatus: null as string | null,
  /** The issue with which it rejects refunds; null if it accepts them. */
  refundIssue: null as string | null,
  /** Whether it has lost the request IDs of earlier charges. It still pays no invoice twice. */
  hasLostRequestIds: false,
  /** Whether its transaction report can be read; the report lists all captures. */
  canReadTransactions: true,
  /** The error status for requests of a member's payment method. */
  paymentMethodErrorStatus: null as number | null,
  /** The error status of charges and refunds. */
  errorStatus: null as number | null,
  /** A dispute to report, as the event of its status; null for none. */
  dispute: null as Dispute | null,
}
type PaypalState = typeof defaultPaypalState

const accessToken = 'A21AA-mock-provider'

/** Starts a local PayPal: tokens, webhooks, and orders that are paid once per request ID. */
export async function startPaypal(overrides: Partial<PaypalState> = {}, port = 0) {
  const state: PaypalState = { ...defaultPaypalState, ...overrides }
  const charges = new Map<string, Reply>()
  const refunds = new Map<string, PaypalRefund>()
  const server = await serveJson(
    'paypal',
    (request) =>
      handlePaypalRefund(request, state, refunds) ?? handlePaypalRequest(request, state, charges),
    port,
  )
  const applyChanges = () => sendDispute('paypal', state, buildPaypalDisputeEvent)
  return { ...server, state, charges, refunds, applyChanges }
}

type PaypalRefund = { id: string; status: string; amount: object; custom_id: string }

/**
 * Handles the calls about refunds, which are created once per request ID and read by their ID.
 * Returns null for other calls.
 */
function handlePaypalRefund(
  { url, headers, body }: JsonRequest,
  { refundStatus, refundIssue, errorStatus: status }: PaypalState,
  refunds: Map<string, PaypalRefund>,
): Reply | null {
  if (headers.authorization !== `Bearer ${accessToken}`) return null
  const withCurrentStatus = (refund: PaypalRefund) => ({
    ...refund,
    ...(refundStatus && { status: refundStatus }),
  })
  if (url.pathname.startsWith('/v2/payments/refunds/')) {
    const refund = [...refunds.values()].find(({ id }) => url.pathname.endsWith(`/${id}`))
    return refund
      ? { body: withCurrentStatus(refund) }
      : { status: 404, body: { name: 'RESOURCE_NOT_FOUND', message: 'Not found', debug_id: 'd1' } }
  }
  if (!/^\/v2\/payments\/captures\/[^/]+\/refund$/.test(url.pathname)) return null
  if (status !== null) return { status, body: { name: 'SERVICE_UNAVAILABLE' } }
  if (refundIssue !== null)
    return {
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: refundIssue }] },
    }
  const key = String(headers['paypal-request-id'])
  const refundRequest = JSON.parse(body) as Pick<PaypalRefund, 'amount' | 'custom_id'>
  const refund = refunds.get(key) ?? {
    ...refundRequest,
    id: `REFUND-${refunds.size + 1}`,
    status: 'COMPLETED',
  }
  refunds.set(key, refund)
  return { status: 201, body: withCurrentStatus(refund) }
}

function handlePaypalRequest(
  request: JsonRequest,
  state: PaypalState,
  charges: Map<string, Reply>,
): Reply {
  const { method, url, headers, body } = request
  if (method === 'POST' && url.pathname === '/v1/oauth2/token') {
    const credentials = Buffer.from(`${state.client}:${state.secret}`).toString('base64')
    if (headers.authorization !== `Basic ${credentials}`)
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
      }
    const common = { token_type: 'Bearer', app_id: 'APP-1', expires_in: 32_400, nonce: 'n' }
    return { body: { scope: state.scope, access_token: accessToken, ...common } }
  }
  if (headers.authorization !== `Bearer ${accessToken}`)
    return { status: 401, body: { error: 'invalid_token' } }
  if (url.pathname === '/v1/notifications/verify-webhook-signature')
    return { body: verifyEvent(body) }
  if (url.pathname.startsWith('/v2/payments/captures/CAPTURE-again-'))
    return getCaptureReply(url.pathname.split('/').at(-1) ?? '', state, charges)
  if (url.pathname === '/v1/reporting/transactions') return getTransactionReport(state, charges)
  if (url.pathname.startsWith('/v2/payments/captures/'))
    return state.paymentMethodErrorStatus === null
      ? { body: { supplementary_data: { related_ids: { order_id: 'ORDER1' } } } }
      : {
          status: state.paymentMethodErrorStatus,
          body: errorBodies[state.paymentMethodErrorStatus] ?? {},
        }
  if (url.pathname === '/v2/checkout/orders/ORDER1')
    return { body: { payment_source: { card: { attributes: { vault: { id: 'vault-1' } } } } } }
  if (url.pathname === '/v2/checkout/orders') {
    if (state.errorStatus !== null) return { status: state.errorStatus, body: { name: 'ERROR' } }
    const key = String(headers['paypal-request-id'])
    if (state.hasLostRequestIds && charges.has(key))
      return {
        status: 422,
        body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'DUPLICATE_INVOICE_ID' }] },
      }
    const orderReply =
      charges.get(key) ?? createPaypalOrder(JSON.parse(body), state, charges.size + 1)
    charges.set(key, orderReply)
    return orderReply
  }
  if (url.pathname !== '/v1/notifications/webhooks')
    return {
      status: 404,
      body: { name: 'RESOURCE_NOT_FOUND', message: 'Not found', debug_id: 'd1' },
    }
  return state.canReadWebhooks
    ? { body: { webhooks: state.webhooks } }
    : {
        status: 403,
        body: { name: 'NOT_AUTHORIZED', message: 'Authorization failed', debug_id: 'd1' },
      }
}

/** PayPal's names for errors, by status. */
const errorBodies: Readonly<Record<number, object>> = {
  404: { name: 'RESOURCE_NOT_FOUND' },
  503: { name: 'SERVICE_UNAVAILABLE' },
}

type PurchaseUnit = { amount: { value: string; currency_code: string }; invoice_id: string }

type Capture = { id: string; invoice_id?: string; status: string }

const getCaptures = (charges: Map<string, Reply>): Capture[] =>
  [...charges.values()].flatMap(({ body }) =>
    (body as { purchase_units: { payments: { captures: Capture[] } }[] }).purchase_units.flatMap(
      ({ payments }) => payments.captures,
    ),
  )

/** Returns the current state of a capture. */
function getCaptureReply(
  id: string,
  { captureStatus }: PaypalState,
  charges: Map<string, Reply>,
): Reply {
  const capture = getCaptures(charges).find((one) => one.id === id)
  return capture
    ? { body: { ...capture, ...(captureStatus && { status: captureStatus }) } }
    : { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } }
}

function getTransactionReport(
  { canReadTransactions }: PaypalState,
  charges: Map<string, Reply>,
): Reply {
  if (!canReadTransactions) return { status: 403, body: { name: 'NOT_AUTHORIZED' } }
  const transaction_details = getCaptures(charges).map(({ id, invoice_id }) => ({
    transaction_info: { transaction_id: id, invoice_id },
  }))
  return { body: { transaction_details, total_pages: 1, page: 1 } }
}

function createPaypalOrder(
  order: { purchase_units: PurchaseUnit[] },
  { declineCode, captureStatus }: PaypalState,
  number: number,
): Reply {
  const [unit] = order.purchase_units
  const capture = {
    id: `CAPTURE-again-${number}`,
    status: captureStatus ?? (declineCode === null ? 'COMPLETED' : 'DECLINED'),
    amount: unit?.amount,
    invoice_id: unit?.invoice_id,
    ...(declineCode === null ? {} : { processor_response: { response_code: declineCode } }),
  }
  const purchase_units = [{ ...unit, payments: { captures: [capture] } }]
  return { status: 201, body: { id: `ORDER-again-${number}`, status: 'COMPLETED', purchase_units } }
}

const signEvent = (webhook: string, event: string) =>
  createHmac('sha256', 'mock-provider').update(`${webhook}|${event}`).digest('hex')

/** Verifies the event's original bytes in the request. */
function verifyEvent(body: string) {
  const { transmission_sig: signature, webhook_id: webhook } = JSON.parse(body)
  const event = body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1)
  return { verification_status: signature === signEvent(webhook, event) ? 'SUCCESS' : 'FAILURE' }
}

/** Builds a failed capture of one of our orders. */
export const buildDeniedCapture = (order: number, overrides: object = {}) => ({
  id: 'CAPTURE-failed-1',
  status: 'DECLINED',
  custom_id: String(order),
  amount: { value: '42.00', currency_code: 'EUR' },
  processor_response: { response_code: '5120' },
  ...overrides,
})

/** Builds a dispute of one of our captures. */
export const buildPaypalDispute = (capture: string, overrides: object = {}) => ({
  dispute_id: 'PP-D-1',
  create_time: '2026-11-20T10:00:00.000Z',
  update_time: '2026-11-20T10:00:00.000Z',
  disputed_transactions: [{ seller_transaction_id: capture }],
  reason: 'UNAUTHORISED',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dispute_amount: { value: '42.00', currency_code: 'EUR' },
  seller_response_due_date: '2026-12-05T10:00:00.000Z',
  ...overrides,
})

/** The fields of PayPal's dispute in each status. */
const disputeParts = {
  needs_response: { status: 'WAITING_FOR_SELLER_RESPONSE' },
  under_review: { status: 'UNDER_REVIEW' },
  won: { status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } },
  lost: { status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } },
} as const satisfies Record<Dispute['status'], object>

/** Builds the event that reports a dispute to a webhook. */
function buildPaypalDisputeEvent(
  { charge, amount, currency, status }: Dispute,
  at: Date,
  { id }: { id: string },
) {
  const isClosed = status === 'won' || status === 'lost'
  const kind = isClosed ? 'RESOLVED' : status === 'needs_response' ? 'CREATED' : 'UPDATED'
  const resource = buildPaypalDispute(charge, {
    dispute_id: `PP-D-${charge}`,
    create_time: at.toISOString(),
    update_time: at.toISOString(),
    dispute_amount: { value: toDecimalText(amount, currency), currency_code: currency },
    seller_response_due_date: getDueDate(at).toISOString(),
    ...disputeParts[status],
  })
  const type = `CUSTOMER.DISPUTE.${kind}`
  return buildPaypalEvent(id, { id: `WH-${charge}-${status}-${at.getTime()}`, type, resource })
}

/** Builds an event as PayPal sends it, with the headers of its signature. */
export function buildPaypalEvent(
  webhook: string,
  { id, type, resource }: { id: string; type: string; resource: object },
): { body: string; headers: Record<string, string> } {
  const time = '2026-11-20T10:00:00Z'
  // Unusual spacing, because the signature covers the exact bytes.
  const body = JSON.stringify({ id, event_type: type, create_time: time, resource }, null, 1)
  return {
    body,
    headers: {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-transmission-id': 'transmission-1',
      'paypal-transmission-sig': signEvent(webhook, body),
      'paypal-transmission-time': time,
    },
  }
}
