import { is } from '#shared/engine/is.ts'
import { nullable, optional, string, type, unknown } from 'superstruct'
import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import { isPaypalWebhookId } from '../setups/credentialFormats.ts'
import { parseMinor } from '#shared/format/money.ts'
import {
  digestBody,
  getProperty,
  parseCurrency,
  parseEventTime,
  parseJson,
  toStorableText,
} from '../webhooks/eventParts.ts'
import { createUnreadableEvent } from '../webhooks/genuineEvent.ts'
import type { Genuine, Told } from '../webhooks/genuineEvent.ts'
import { askPaypal, tokenOf } from './paypal.ts'
import type { Received, Receiver } from '../webhooks/receiving.ts'
import { orderNamed } from '../setups/setUp.ts'
import type { Credentials } from '../setups/setUp.ts'

const Event = type({
  id: string(),
  event_type: string(),
  create_time: string(),
  resource: unknown(),
})
const text = optional(nullable(string()))
const Capture = type({
  id: string(),
  custom_id: text,
  invoice_id: text,
  amount: type({ value: string(), currency_code: string() }),
  processor_response: optional(nullable(type({ response_code: text, payment_advice_code: text }))),
  status_details: optional(nullable(type({ reason: text }))),
})

/** Payments that failed, that were made, and that PayPal decides later: the webhook at PayPal must tell the first two. */
export const paypalFailures = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED'] as const
export const paypalPaid = 'PAYMENT.CAPTURE.COMPLETED'
export const paypalPending = 'PAYMENT.CAPTURE.PENDING'
const followed: readonly string[] = [...paypalFailures, paypalPaid, paypalPending]

const headers = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/** Whether an event looks signed: without this, PayPal isn't called at all. */
function looksSigned({ header }: Pick<Received, 'header'>): boolean {
  const url = URL.parse(header(headers.cert_url))
  const isPaypals =
    url?.protocol === 'https:' &&
    (url.hostname === 'paypal.com' || url.hostname.endsWith('.paypal.com'))
  return isPaypals && Object.values(headers).every((name) => header(name) !== '')
}

/** Asks PayPal whether it sent this to that webhook: the event goes back byte by byte, since its bytes are what was signed. */
async function isSent({ platform, body, header }: Received, by: Credentials): Promise<boolean> {
  if (by.webhook === null || !isPaypalWebhookId(by.webhook)) return false
  const token = await tokenOf(platform, by)
  if (token === null) return false
  const told = Object.entries(headers).map(([name, of]) => [name, header(of)])
  const asked = JSON.stringify({ ...Object.fromEntries(told), webhook_id: by.webhook })
  const answer = await askPaypal(platform, by.mode, {
    path: '/v1/notifications/verify-webhook-signature',
    token,
    body: `${asked.slice(0, -1)},"webhook_event":${body}}`,
  })
  if (answer.status >= 500 || answer.status === 429)
    throw new Error(`PayPal answered ${answer.status} to whether an event is its own`)
  return is(answer.body, type({ verification_status: string() }))
    ? answer.body.verification_status === 'SUCCESS'
    : false
}

function parseEvent(body: string, mode: PaymentMode): Genuine {
  const event = parseJson(body)
  const common = {
    id: toStorableText(getProperty(event, 'id')) || digestBody(body),
    kind: toStorableText(getProperty(event, 'event_type')) || 'unknown',
    mode,
    body,
  }
  if (!is(event, Event)) return createUnreadableEvent(common)
  const { event_type: kind, create_time: at, resource: capture } = event
  if (!followed.includes(kind))
    return { ...common, orderId: null, chargeKey: null, paymentIds: [], told: null }
  const told = is(capture, Capture) ? toTold(kind, capture, parseEventTime(at)) : null
  if (!is(capture, Capture) || !told) return createUnreadableEvent(common)
  const key = toStorableText(capture.invoice_id)
  return {
    ...common,
    orderId: orderNamed(toStorableText(capture.custom_id)),
    chargeKey: key === '' ? null : key,
    paymentIds: [toStorableText(capture.id)],
    told,
  }
}

/** Null where its amount or time is none. */
function toTold(kind: string, capture: typeof Capture.TYPE, at: string | null): Told | null {
  const currency = parseCurrency(capture.amount.currency_code)
  const amount = currency === null ? null : parseMinor(capture.amount.value, currency)
  if (at === null || currency === null || amount === null) return null
  if (kind === paypalPaid) return { what: 'paid', at, amount, currency }
  if (kind === paypalPending) return { what: 'processing', at, amount, currency }
  const { processor_response: response, status_details: details } = capture
  const code = toStorableText(response?.response_code) || toStorableText(details?.reason)
  return {
    what: 'failed',
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

/** Events of PayPal, whose signature PayPal itself verifies. */
export const paypalReceiver: Receiver = {
  async read(received) {
    const event = parseJson(received.body)
    if (typeof event !== 'object' || event === null || !looksSigned(received)) return null
    for (const by of received.signers)
      if (await isSent(received, by)) return [parseEvent(received.body, by.mode)]
    return null
  },
  kept: parseEvent,
}
