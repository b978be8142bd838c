import { array, integer, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { plainMinor } from '#shared/format/money.ts'
import { refusesFor } from '#server/platform/core/outgoing/request.ts'
import { PaymentNotListed } from '../charges/charge.ts'
import type { Charge, ChargeRequest, ChargeResult, FindCharge } from '../charges/charge.ts'
import { bySetup, findBySetup, notAsked, notCharged, refusedWith } from '../setups/bySetup.ts'
import type { Charging, ChargingPlatform, Finding } from '../setups/bySetup.ts'
import { askPaypal, tokenOf } from './paypal.ts'
import { chargeMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const Capture = type({
  supplementary_data: type({ related_ids: type({ order_id: string() }) }),
})
const Vaulted = optional(
  type({ attributes: optional(type({ vault: optional(type({ id: string() })) })) }),
)
const Order = type({ payment_source: type({ paypal: Vaulted, card: Vaulted }) })
const Processor = type({
  response_code: optional(string()),
  payment_advice_code: optional(string()),
})
const Captured = type({
  id: string(),
  status: string(),
  processor_response: optional(Processor),
  status_details: optional(type({ reason: optional(string()) })),
})
type Captured = Infer<typeof Captured>
const Unit = type({ payments: optional(type({ captures: optional(array(Captured)) })) })
const Made = type({
  id: optional(string()),
  status: string(),
  purchase_units: optional(array(Unit)),
})
const Reported = type({
  transaction_details: array(
    type({
      transaction_info: type({
        transaction_id: string(),
        invoice_id: optional(string()),
      }),
    }),
  ),
  total_pages: optional(integer()),
})
const Issues = type({ details: array(type({ issue: string() })) })

/** What PayPal takes, and what of it in whole units alone (developer.paypal.com/api/rest/reference/currency-codes). */
const taken =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'
const wholeOnly = ['HUF', 'JPY', 'TWD']

function valueOf(amount: number, currency: string): string {
  if (!taken.split(' ').includes(currency))
    throw notCharged(chargeMessages.currencyNotSupported(gateways.paypal, currency))
  const value = plainMinor(amount, currency)
  if (!wholeOnly.includes(currency)) return value
  const [whole = '', fraction = ''] = value.split('.')
  if (/[1-9]/.test(fraction))
    throw notCharged(chargeMessages.wholeAmounts(gateways.paypal, currency))
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
  throw notAsked(chargeMessages.noSavedMethod(gateways.paypal))
}

async function charge(given: Charging, request: ChargeRequest): Promise<ChargeResult> {
  const { platform, credentials } = given
  const { key, amount, currency, orderId } = request
  const token = await tokenOf(platform, credentials)
  if (token === null) throw notAsked(chargeMessages.paypalUnknownClient)
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
  if (refusesFor(status)) {
    const refused = refusedBy(body, status)
    return refused === 'charged before' ? findInvoice(given, token, request) : refused
  }
  if (status >= 400 || !is(body, Made)) throw new Error(`PayPal answered ${status} to a charge`)
  const capture = body.purchase_units?.[0]?.payments?.captures?.[0]
  // Without a capture the order waits for the payer.
  return capture ? toResult(capture) : { result: 'waiting' }
}

/** What a capture says. Money that went back to the payer is none that the order is paid with. */
function toResult({
  id: reference,
  status,
  processor_response: response,
  status_details: details,
}: Captured): ChargeResult {
  if (status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED')
    return { result: 'paid', reference }
  if (status === 'PENDING') return { result: 'processing', reference }
  if (!['DECLINED', 'FAILED', 'REFUNDED'].includes(status))
    throw new Error(`PayPal has a capture that is ${status}`)
  const code = response?.response_code ?? details?.reason ?? status
  return { result: 'failed', decline: { code, advice: response?.payment_advice_code }, reference }
}

/** Reads a capture; one that this account doesn't know says nothing. */
async function readCapture(
  { platform, credentials }: Finding,
  token: string,
  id: string,
): Promise<ChargeResult | null> {
  const path = `/v2/payments/captures/${encodeURIComponent(id)}`
  const { status, body } = await askPaypal(platform, credentials.mode, { path, token })
  if (refusesFor(status)) return null
  if (status !== 200 || !is(body, Captured))
    throw new Error(`PayPal answered ${status} to the state of a capture`)
  return toResult(body)
}

/** How far PayPal's report of transactions reaches; it takes at most 31 days. Milliseconds. */
const reportedMs = 30 * 24 * 3_600_000
const mostPages = 20

/**
 * The payment that PayPal already has for this invoice. That it has one says nothing about whether it is paid, so its own
 * state counts. PayPal can't look up an invoice: its report of transactions is searched, which lists a payment within
 * three hours. Fails until the payment is listed there, so that it's asked again.
 */
async function findInvoice(
  given: Charging,
  token: string,
  { key, currency }: ChargeRequest,
): Promise<ChargeResult> {
  const { platform, credentials } = given
  const now = platform.now().getTime()
  const query = new URLSearchParams({
    start_date: new Date(now - reportedMs).toISOString(),
    end_date: new Date(now).toISOString(),
    transaction_currency: currency,
    fields: 'transaction_info',
    page_size: '500',
  })
  for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page++) {
    query.set('page', String(page))
    const { status, body } = await askPaypal(platform, credentials.mode, {
      path: `/v1/reporting/transactions?${query}`,
      token,
    })
    if (status !== 200 || !is(body, Reported)) break
    pages = body.total_pages ?? 1
    const found = body.transaction_details.find(
      ({ transaction_info: { invoice_id: invoice } }) => invoice === key,
    )
    const result = found && (await readCapture(given, token, found.transaction_info.transaction_id))
    if (result) return result
  }
  throw new PaymentNotListed(`PayPal has a payment for ${key} and doesn't list it yet`)
}

/** Reads the capture that is processed, by its ID. */
export const findPaypalCharge = (platform: ChargingPlatform): FindCharge =>
  findBySetup(platform, async (given, _request, paymentId) => {
    const token = await tokenOf(given.platform, given.credentials)
    return token === null ? null : readCapture(given, token, paymentId)
  })

/** An instrument that is declined is told as an error of its own. */
function refusedBy(body: unknown, status: number): ChargeResult | 'charged before' {
  const issue = is(body, Issues) ? body.details[0]?.issue : undefined
  if (issue === 'DUPLICATE_INVOICE_ID') return 'charged before'
  if (status === 422 && issue !== undefined)
    return { result: 'failed', decline: { code: issue }, reference: null }
  throw refusedWith(status, chargeMessages.rejected(gateways.paypal, issue ?? status))
}

/** Charges what the member paid with before. PayPal does it once for a request id, and for an invoice id. */
export const paypalCharge = (platform: ChargingPlatform): Charge => bySetup(platform, charge)
