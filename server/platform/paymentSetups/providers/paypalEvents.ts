import { is } from '#shared/is.ts'
import { string, type, unknown, optional } from 'superstruct'
import type { PaymentMode } from '#shared/paymentSetups/choices.ts'
import { parseMinor } from '#shared/money.ts'
import type { Genuine, Told } from '../events.ts'
import { askPaypal, tokenOf } from './paypal.ts'
import type { Received, Receiver } from '../receiving.ts'
import { orderNamed } from '../setUp.ts'
import type { Credentials } from '../setUp.ts'

const Event = type({
  id: string(),
  event_type: string(),
  create_time: string(),
  resource: unknown(),
})
const Capture = type({
  id: string(),
  custom_id: optional(string()),
  amount: type({ value: string(), currency_code: string() }),
  processor_response: optional(
    type({ response_code: optional(string()), payment_advice_code: optional(string()) }),
  ),
  status_details: optional(type({ reason: optional(string()) })),
})

/** Payments that failed, and that were made: the webhook at PayPal must tell them. */
export const paypalFailures = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED'] as const
export const paypalPaid = 'PAYMENT.CAPTURE.COMPLETED'

const headers = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/** Asks PayPal whether it sent this to that webhook: the event goes back byte by byte, since its bytes are what was signed. */
async function isSent({ platform, body, header }: Received, by: Credentials): Promise<boolean> {
  const token = await tokenOf(platform, by)
  if (token === null || by.webhook === null) return false
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

function read(body: string) {
  try {
    const event: unknown = JSON.parse(body)
    return is(event, Event) ? event : null
  } catch {
    return null
  }
}

function genuine(body: string, mode: PaymentMode): Genuine {
  const event = read(body)
  if (!event) throw new Error('An event of PayPal without its parts')
  const { id, event_type: kind, create_time: at, resource } = event
  const isFollowed = kind === paypalPaid || paypalFailures.some((one) => one === kind)
  const capture = isFollowed && is(resource, Capture) ? resource : null
  return {
    id,
    kind,
    mode,
    body,
    orderId: orderNamed(capture?.custom_id ?? ''),
    told: capture && toldBy(kind, capture, new Date(at).toISOString()),
  }
}

function toldBy(kind: string, capture: typeof Capture.TYPE, at: string): Told | null {
  if (kind === paypalPaid) return { what: 'paid', at }
  const { amount, processor_response: response, status_details: details } = capture
  const minor = parseMinor(amount.value, amount.currency_code)
  if (minor === null) return null
  return {
    what: 'failed',
    failure: {
      amount: minor,
      currency: amount.currency_code,
      at,
      decline: {
        code: response?.response_code ?? details?.reason ?? 'unknown',
        advice: response?.payment_advice_code,
      },
      card: null,
      reference: capture.id,
    },
  }
}

/** Events of PayPal, whose signature PayPal itself verifies. */
export const paypalReceiver: Receiver = {
  async read(received) {
    if (!read(received.body) || !received.header(headers.transmission_sig)) return null
    for (const by of received.signers)
      if (await isSent(received, by)) return [genuine(received.body, by.mode)]
    return null
  },
  kept: genuine,
}
