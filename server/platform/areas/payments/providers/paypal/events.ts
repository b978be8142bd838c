import { is } from '#shared/engine/is.ts'
import { array, nullable, optional, string, type, unknown } from 'superstruct'
import type { DisputeState } from '#shared/areas/payments/disputes.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { parseMinor } from '#shared/format/money.ts'
import {
  createFallbackEventId,
  getProperty,
  parseCurrency,
  parseEventTime,
  parseEventJson,
  toStorableText,
} from '../eventParts.ts'
import { createUnreadableEvent } from '../verifiedEvent.ts'
import type { VerifiedEvent, PaymentUpdate, RefundReport } from '../verifiedEvent.ts'
import { formatDisputeReason } from '../disputeReasons.ts'
import { paypalDisputeReasons } from './disputeReasons.ts'
import { sendPaypalRequest, fetchPaypalToken } from './client.ts'
import type { ReceivedWebhook, WebhookReader } from '../webhookReader.ts'
import { parseOrderReference } from '#server/platform/areas/payments/setups/paymentSetup.ts'
import type { PaymentCredentials } from '#server/platform/areas/payments/setups/paymentSetup.ts'

const PaypalEvent = type({
  id: string(),
  event_type: string(),
  create_time: string(),
  resource: unknown(),
})
const optionalText = optional(nullable(string()))
const PaypalEventCapture = type({
  id: string(),
  custom_id: optionalText,
  invoice_id: optionalText,
  amount: type({ value: string(), currency_code: string() }),
  processor_response: optional(
    nullable(type({ response_code: optionalText, payment_advice_code: optionalText })),
  ),
  status_details: optional(nullable(type({ reason: optionalText }))),
})

const PaypalEventRefund = type({
  id: string(),
  custom_id: optionalText,
  amount: type({ value: string(), currency_code: string() }),
  status: optionalText,
  status_details: optional(nullable(type({ reason: optionalText }))),
  links: optional(nullable(array(type({ rel: string(), href: string() })))),
})

/** What each event about a refund says of it. */
const paypalRefundStates: Readonly<Record<string, RefundReport['state']>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'succeeded',
  'PAYMENT.REFUND.PENDING': 'processing',
  'PAYMENT.REFUND.FAILED': 'failed',
}

/** Events of failed, paid, and pending payments. PayPal's webhook must send the first two. */
export const paypalFailureEvents = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED'] as const
export const paypalPaidEvent = 'PAYMENT.CAPTURE.COMPLETED'
const paypalPendingEvent = 'PAYMENT.CAPTURE.PENDING'
const followedPaypalEvents: readonly string[] = [
  ...paypalFailureEvents,
  paypalPaidEvent,
  paypalPendingEvent,
]

/** The ID of a webhook, not a secret (PayPal's API document, `webhook_id`). */
export const isPaypalWebhookId = (id: string): boolean => /^[A-Za-z0-9]{1,50}$/.test(id)

const signatureHeaders = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/** Whether an event has signature headers: without them, PayPal isn't called at all. */
function hasSignatureHeaders({ header }: Pick<ReceivedWebhook, 'header'>): boolean {
  const url = URL.parse(header(signatureHeaders.cert_url))
  const isPaypalUrl =
    url?.protocol === 'https:' &&
    (url.hostname === 'paypal.com' || url.hostname.endsWith('.paypal.com'))
  return isPaypalUrl && Object.values(signatureHeaders).every((name) => header(name) !== '')
}

/**
 * Verifies with PayPal that it sent this event to the webhook. The body is returned byte for byte,
 * because its bytes were signed.
 */
async function isSentByPaypal(
  { platform, body, header }: ReceivedWebhook,
  credentials: PaymentCredentials,
): Promise<boolean> {
  if (credentials.webhook === null || !isPaypalWebhookId(credentials.webhook)) return false
  const token = await fetchPaypalToken(platform, credentials)
  if (token === null) return false
  const signatureFields = Object.entries(signatureHeaders).map(([name, headerName]) => [
    name,
    header(headerName),
  ])
  const payload = JSON.stringify({
    ...Object.fromEntries(signatureFields),
    webhook_id: credentials.webhook,
  })
  const response = await sendPaypalRequest(platform, credentials.mode, {
    path: '/v1/notifications/verify-webhook-signature',
    token,
    body: `${payload.slice(0, -1)},"webhook_event":${body}}`,
  })
  if (response.status >= 500 || response.status === 429)
    throw new Error(`PayPal answered ${response.status} to whether an event is its own`)
  return is(response.body, type({ verification_status: string() }))
    ? response.body.verification_status === 'SUCCESS'
    : false
}

function parsePaypalEvent(body: string, mode: PaymentMode): VerifiedEvent {
  const event = parseEventJson(body)
  const common = {
    id: toStorableText(getProperty(event, 'id')) || createFallbackEventId(body),
    kind: toStorableText(getProperty(event, 'event_type')) || 'unknown',
    mode,
    body,
  }
  if (!is(event, PaypalEvent)) return createUnreadableEvent(common)
  const { event_type: kind, create_time: at, resource: capture } = event
  if (kind.startsWith('CUSTOMER.DISPUTE.')) return parsePaypalDispute(common, capture, at)
  if (Object.hasOwn(paypalRefundStates, kind)) {
    const parts = parsePaypalRefund(kind, capture, parseEventTime(at))
    return parts ? { ...common, ...parts } : createUnreadableEvent(common)
  }
  if (!followedPaypalEvents.includes(kind))
    return { ...common, orderId: null, chargeKey: null, paymentIds: [], update: null }
  const update = is(capture, PaypalEventCapture)
    ? toPaypalUpdate(kind, capture, parseEventTime(at))
    : null
  if (!is(capture, PaypalEventCapture) || !update) return createUnreadableEvent(common)
  const key = toStorableText(capture.invoice_id)
  return {
    ...common,
    orderId: parseOrderReference(toStorableText(capture.custom_id)),
    chargeKey: key === '' ? null : key,
    paymentIds: [toStorableText(capture.id)],
    update,
  }
}

/** Reads the refund in an event. Its capture is the resource that its link "up" leads to. */
function parsePaypalRefund(kind: string, resource: unknown, at: string | null) {
  if (!is(resource, PaypalEventRefund) || at === null) return null
  const { id, custom_id: customId, amount: money, status, status_details: details } = resource
  const currency = parseCurrency(money.currency_code)
  const amount = currency === null ? null : parseMinor(money.value, currency)
  const state = status === 'PENDING' ? 'processing' : paypalRefundStates[kind]
  if (currency === null || amount === null || state === undefined) return null
  const captureUrl = resource.links?.find(({ rel }) => rel === 'up')?.href ?? ''
  const key = toStorableText(customId)
  return {
    orderId: parseOrderReference(key),
    chargeKey: null,
    paymentIds: [toStorableText(captureUrl.split('/').at(-1))],
    update: null,
    refund: {
      state,
      at,
      amount,
      currency,
      reference: toStorableText(id),
      key: key === '' ? null : key,
      code: toStorableText(details?.reason) || toStorableText(status) || kind,
    },
  }
}

/** Returns null if the amount or time isn't valid. */
function toPaypalUpdate(
  kind: string,
  capture: typeof PaypalEventCapture.TYPE,
  at: string | null,
): PaymentUpdate | null {
  const currency = parseCurrency(capture.amount.currency_code)
  const amount = currency === null ? null : parseMinor(capture.amount.value, currency)
  if (at === null || currency === null || amount === null) return null
  if (kind === paypalPaidEvent) return { status: 'paid', at, amount, currency }
  if (kind === paypalPendingEvent) return { status: 'processing', at, amount, currency }
  const { processor_response: response, status_details: details } = capture
  const code = toStorableText(response?.response_code) || toStorableText(details?.reason)
  return {
    status: 'failed',
    failure: {
      amount,
      currency,
      at,
      decline: { code: code || 'unknown', advice: response?.payment_advice_code },
      card: null,
      reference: toStorableText(capture.id),
    },
  }
}

const PaypalDispute = type({
  dispute_id: string(),
  create_time: optionalText,
  update_time: optionalText,
  disputed_transactions: array(
    type({
      seller_transaction_id: optionalText,
      custom: optionalText,
      invoice_number: optionalText,
    }),
  ),
  reason: optionalText,
  status: string(),
  dispute_amount: type({ value: string(), currency_code: string() }),
  dispute_outcome: optional(nullable(type({ outcome_code: optionalText }))),
  seller_response_due_date: optionalText,
})

/** Our states of PayPal's. A resolved dispute is lost if the buyer gets the seller's money. */
function toDisputeState({
  status,
  dispute_outcome: outcome,
}: typeof PaypalDispute.TYPE): DisputeState {
  if (status === 'RESOLVED')
    return ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'].includes(outcome?.outcome_code ?? '')
      ? 'lost'
      : 'won'
  return status === 'OPEN' || status === 'WAITING_FOR_SELLER_RESPONSE' ? 'open' : 'review'
}

function parsePaypalDispute(
  common: Parameters<typeof createUnreadableEvent>[0],
  dispute: unknown,
  eventTime: string,
): VerifiedEvent {
  if (!is(dispute, PaypalDispute)) return createUnreadableEvent(common)
  const { dispute_amount: money, disputed_transactions: transactions } = dispute
  const currency = parseCurrency(money.currency_code)
  const amount = currency === null ? null : parseMinor(money.value, currency)
  const at = parseEventTime(dispute.update_time ?? eventTime)
  if (at === null || currency === null || amount === null) return createUnreadableEvent(common)
  const [transaction] = transactions
  return {
    ...common,
    orderId: parseOrderReference(toStorableText(transaction?.custom)),
    chargeKey: null,
    paymentIds: transactions.flatMap((one) => toStorableText(one.seller_transaction_id) || []),
    update: null,
    dispute: {
      id: toStorableText(dispute.dispute_id),
      state: toDisputeState(dispute),
      at,
      openedAt: parseEventTime(dispute.create_time) ?? at,
      dueAt: parseEventTime(dispute.seller_response_due_date),
      reason: formatDisputeReason(paypalDisputeReasons, toStorableText(dispute.reason)),
      amount,
      currency,
    },
  }
}

/** Reads PayPal's events. PayPal itself verifies their signatures. */
export const paypalWebhookReader: WebhookReader = {
  async read(received) {
    const event = parseEventJson(received.body)
    if (typeof event !== 'object' || event === null || !hasSignatureHeaders(received)) return null
    for (const signer of received.signers)
      if (await isSentByPaypal(received, signer))
        return [parsePaypalEvent(received.body, signer.mode)]
    return null
  },
  parseSaved: parsePaypalEvent,
}
