import { array, optional, string, type } from 'superstruct'
import { is } from '#shared/is.ts'
import { plainMinor } from '#shared/money.ts'
import { refusesFor } from '#server/platform/outgoing/request.ts'
import type { Charge, ChargeRequest, ChargeResult } from '#server/platform/payments/charge.ts'
import { bySetup, notAsked, notCharged, refusedWith } from '../bySetup.ts'
import type { Charging, ChargingPlatform } from '../bySetup.ts'
import { askPaypal, tokenOf } from './paypal.ts'

const Capture = type({
  supplementary_data: type({ related_ids: type({ order_id: string() }) }),
})
const Vaulted = optional(
  type({ attributes: optional(type({ vault: optional(type({ id: string() })) })) }),
)
const Order = type({ payment_source: type({ paypal: Vaulted, card: Vaulted }) })
const Made = type({
  status: string(),
  purchase_units: optional(
    array(
      type({
        payments: optional(
          type({
            captures: optional(
              array(
                type({
                  id: string(),
                  status: string(),
                  processor_response: optional(
                    type({
                      response_code: optional(string()),
                      payment_advice_code: optional(string()),
                    }),
                  ),
                }),
              ),
            ),
          }),
        ),
      }),
    ),
  ),
})
const Issues = type({ details: array(type({ issue: string() })) })

/** What PayPal takes, and what of it in whole units alone (developer.paypal.com/api/rest/reference/currency-codes). */
const taken =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'
const wholeOnly = ['HUF', 'JPY', 'TWD']

function valueOf(amount: number, currency: string): string {
  if (!taken.split(' ').includes(currency)) throw notCharged(`PayPal takes no ${currency}.`)
  const value = plainMinor(amount, currency)
  if (!wholeOnly.includes(currency)) return value
  const [whole = '', fraction = ''] = value.split('.')
  if (/[1-9]/.test(fraction)) throw notCharged(`PayPal takes whole ${currency} alone.`)
  return whole
}

/** What the member paid with, as PayPal keeps it: read from the order of the capture that failed. */
async function sourceOf({ platform, credentials, failed }: Charging, token: string) {
  const ask = async (path: string) => {
    const { status, body } = await askPaypal(platform, credentials.mode, { path, token })
    if (status !== 200 && !refusesFor(status))
      throw new Error(`PayPal answered ${status} to what the member paid with`)
    return body
  }
  const capture = await ask(`/v2/payments/captures/${encodeURIComponent(failed)}`)
  const id = is(capture, Capture) ? capture.supplementary_data.related_ids.order_id : null
  const order = id === null ? null : await ask(`/v2/checkout/orders/${encodeURIComponent(id)}`)
  const source = is(order, Order) ? order.payment_source : {}
  const card = source.card?.attributes?.vault?.id
  const wallet = source.paypal?.attributes?.vault?.id
  if (card) return { card: { vault_id: card } }
  if (wallet) return { paypal: { vault_id: wallet } }
  throw notAsked('PayPal keeps nothing that the member paid with.')
}

async function charge(given: Charging, request: ChargeRequest): Promise<ChargeResult> {
  const { platform, credentials } = given
  const { key, amount, currency, orderId } = request
  const token = await tokenOf(platform, credentials)
  if (token === null) throw notAsked('PayPal does not know the client of the setup.')
  const source = await sourceOf(given, token)
  const { status, body } = await askPaypal(platform, credentials.mode, {
    path: '/v2/checkout/orders',
    token,
    id: key,
    body: JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: String(orderId),
          // Besides the key, which PayPal forgets: it pays no invoice twice.
          invoice_id: key,
          amount: { currency_code: currency, value: valueOf(amount, currency) },
        },
      ],
      payment_source: source,
    }),
  })
  if (refusesFor(status)) return refusedBy(body, status)
  if (status >= 400 || !is(body, Made)) throw new Error(`PayPal answered ${status} to a charge`)
  const capture = body.purchase_units?.[0]?.payments?.captures?.[0]
  const reference = capture?.id ?? null
  if (capture?.status === 'COMPLETED') return { result: 'paid', reference }
  if (capture?.status !== 'DECLINED' && capture?.status !== 'FAILED') return { result: 'waiting' }
  const { response_code: code = 'unknown', payment_advice_code: advice } =
    capture.processor_response ?? {}
  return { result: 'failed', decline: { code, advice }, reference }
}

/** An instrument that is declined is told as an error of its own. */
function refusedBy(body: unknown, status: number): ChargeResult {
  const issue = is(body, Issues) ? body.details[0]?.issue : undefined
  if (issue === 'DUPLICATE_INVOICE_ID') return { result: 'paid', reference: null }
  if (status === 422 && issue !== undefined)
    return { result: 'failed', decline: { code: issue }, reference: null }
  throw refusedWith(status, `PayPal refuses it (${issue ?? status}).`)
}

/** Charges what the member paid with before. PayPal does it once for a request id, and for an invoice id. */
export const paypalCharge = (platform: ChargingPlatform): Charge => bySetup(platform, charge)
