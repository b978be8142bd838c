import { array, integer, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { toDecimalText } from '#shared/format/money.ts'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import { PaymentNotListed } from '../charge.ts'
import type { ChargeRequest, ChargeResult } from '../charge.ts'
import {
  withActiveSetup,
  withStoreSetup,
  createNotAttemptedError,
  createNotChargedError,
  createRejectedChargeError,
} from '../withActiveSetup.ts'
import type { ChargeContext, ChargeLookupContext } from '../withActiveSetup.ts'
import { sendPaypalRequest, fetchPaypalToken } from './client.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { chargeMessages } from '../messages.ts'
import { paypalMessages } from './messages.ts'

const FailedCapture = type({
  supplementary_data: type({ related_ids: type({ order_id: string() }) }),
})
const VaultedSource = optional(
  type({ attributes: optional(type({ vault: optional(type({ id: string() })) })) }),
)
const PaypalOrder = type({ payment_source: type({ paypal: VaultedSource, card: VaultedSource }) })
const ProcessorResponse = type({
  response_code: optional(string()),
  payment_advice_code: optional(string()),
})
const PaypalCapture = type({
  id: string(),
  status: string(),
  processor_response: optional(ProcessorResponse),
  status_details: optional(type({ reason: optional(string()) })),
})
type PaypalCapture = Infer<typeof PaypalCapture>
const PurchaseUnit = type({
  payments: optional(type({ captures: optional(array(PaypalCapture)) })),
})
const CreatedPaypalOrder = type({
  id: optional(string()),
  status: string(),
  purchase_units: optional(array(PurchaseUnit)),
})
const TransactionReport = type({
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
export const PaypalIssues = type({ details: array(type({ issue: string() })) })

/**
 * The currencies that PayPal supports, and those of them without decimals
 * (developer.paypal.com/api/rest/reference/currency-codes).
 */
const supportedCurrencies =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'
const wholeUnitCurrencies = ['HUF', 'JPY', 'TWD']

/** Formats an amount for PayPal. Rejects one that it doesn't support, with the error created. */
export function toPaypalValue(
  amount: number,
  currency: string,
  createError: (why: string) => Error = createNotChargedError,
): string {
  if (!supportedCurrencies.split(' ').includes(currency))
    throw createError(chargeMessages.currencyNotSupported(gateways.paypal, currency))
  const value = toDecimalText(amount, currency)
  if (!wholeUnitCurrencies.includes(currency)) return value
  const [integerPart = '', fraction = ''] = value.split('.')
  if (/[1-9]/.test(fraction))
    throw createError(chargeMessages.wholeAmounts(gateways.paypal, currency))
  return integerPart
}

/** Finds the payment method that PayPal stored, in the order of the failed capture. */
async function findPaymentSource(
  { platform, credentials, failedPaymentId }: ChargeContext,
  token: string,
) {
  const fetchBody = async (path: string) => {
    const { status, body } = await sendPaypalRequest(platform, credentials.mode, { path, token })
    if (status !== 200 && !isDefiniteRejection(status))
      throw new Error(`PayPal answered ${status} to what the member paid with`)
    return body
  }
  const capture = await fetchBody(`/v2/payments/captures/${encodeURIComponent(failedPaymentId)}`)
  const id = is(capture, FailedCapture) ? capture.supplementary_data.related_ids.order_id : null
  const order =
    id === null ? null : await fetchBody(`/v2/checkout/orders/${encodeURIComponent(id)}`)
  const source = is(order, PaypalOrder) ? order.payment_source : {}
  const card = source.card?.attributes?.vault?.id
  const wallet = source.paypal?.attributes?.vault?.id
  if (card) return { card: { vault_id: card } }
  if (wallet) return { paypal: { vault_id: wallet } }
  throw createNotAttemptedError(chargeMessages.noSavedMethod(gateways.paypal))
}

async function chargePaymentSource(
  context: ChargeContext,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const { platform, credentials } = context
  const { key, amount, currency, orderId } = request
  const token = await fetchPaypalToken(platform, credentials)
  if (token === null) throw createNotAttemptedError(paypalMessages.chargeUnknownClient)
  const source = await findPaymentSource(context, token)
  const { status, body } = await sendPaypalRequest(platform, credentials.mode, {
    path: '/v2/checkout/orders',
    token,
    id: key,
    body: JSON.stringify({
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: String(orderId),
          // PayPal forgets request IDs, but never pays an invoice twice.
          invoice_id: key,
          amount: { currency_code: currency, value: toPaypalValue(amount, currency) },
        },
      ],
      payment_source: source,
    }),
  })
  if (isDefiniteRejection(status)) {
    const rejection = classifyRejection(body, status)
    return rejection === 'charged before' ? findInvoicePayment(context, token, request) : rejection
  }
  if (status >= 400 || !is(body, CreatedPaypalOrder))
    throw new Error(`PayPal answered ${status} to a charge`)
  const capture = body.purchase_units?.[0]?.payments?.captures?.[0]
  // Without a capture the order waits for the member.
  return capture ? toPaypalResult(capture) : { result: 'waiting' }
}

/** Converts a capture to a result. Refunded money doesn't pay for the order. */
function toPaypalResult({
  id: reference,
  status,
  processor_response: response,
  status_details: details,
}: PaypalCapture): ChargeResult {
  if (status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED')
    return { result: 'paid', reference }
  if (status === 'PENDING') return { result: 'processing', reference }
  if (!['DECLINED', 'FAILED', 'REFUNDED'].includes(status))
    throw new Error(`PayPal has a capture that is ${status}`)
  const code = response?.response_code ?? details?.reason ?? status
  return { result: 'failed', decline: { code, advice: response?.payment_advice_code }, reference }
}

/** Loads a capture; null if this account doesn't know it. */
async function loadCapture(
  { platform, credentials }: ChargeLookupContext,
  token: string,
  id: string,
): Promise<ChargeResult | null> {
  const path = `/v2/payments/captures/${encodeURIComponent(id)}`
  const { status, body } = await sendPaypalRequest(platform, credentials.mode, { path, token })
  if (isDefiniteRejection(status)) return null
  if (status !== 200 || !is(body, PaypalCapture))
    throw new Error(`PayPal answered ${status} to the state of a capture`)
  return toPaypalResult(body)
}

/** The period of PayPal's transaction report, which allows at most 31 days. Milliseconds. */
const reportPeriodMs = 30 * 24 * 3_600_000
const maxReportPages = 20

/**
 * Finds the payment that PayPal already has for this invoice, and returns its own state: the
 * invoice alone doesn't say that it was paid. PayPal can't look up an invoice, so this searches its
 * transaction report, which lists a payment within three hours. Throws until the payment is listed
 * there, so that it's checked again.
 */
async function findInvoicePayment(
  context: ChargeContext,
  token: string,
  { key, currency }: ChargeRequest,
): Promise<ChargeResult> {
  const { platform, credentials } = context
  const now = platform.now().getTime()
  const query = new URLSearchParams({
    start_date: new Date(now - reportPeriodMs).toISOString(),
    end_date: new Date(now).toISOString(),
    transaction_currency: currency,
    fields: 'transaction_info',
    page_size: '500',
  })
  for (let page = 1, pages = 1; page <= Math.min(pages, maxReportPages); page++) {
    query.set('page', String(page))
    const { status, body } = await sendPaypalRequest(platform, credentials.mode, {
      path: `/v1/reporting/transactions?${query}`,
      token,
    })
    if (status !== 200 || !is(body, TransactionReport)) break
    pages = body.total_pages ?? 1
    const transaction = body.transaction_details.find(
      ({ transaction_info: { invoice_id: invoice } }) => invoice === key,
    )
    const result =
      transaction &&
      (await loadCapture(context, token, transaction.transaction_info.transaction_id))
    if (result) return result
  }
  throw new PaymentNotListed(`PayPal has a payment for ${key} and doesn't list it yet`)
}

/** Loads a processing capture by its ID. */
export const findPaypalCharge = withStoreSetup(async (context, _request, paymentId) => {
  const token = await fetchPaypalToken(context.platform, context.credentials)
  return token === null ? null : loadCapture(context, token, paymentId)
})

/** Interprets a rejected charge. PayPal reports a declined payment method as an error. */
function classifyRejection(body: unknown, status: number): ChargeResult | 'charged before' {
  const issue = is(body, PaypalIssues) ? body.details[0]?.issue : undefined
  if (issue === 'DUPLICATE_INVOICE_ID') return 'charged before'
  if (status === 422 && issue !== undefined)
    return { result: 'failed', decline: { code: issue }, reference: null }
  throw createRejectedChargeError(status, chargeMessages.rejected(gateways.paypal, issue ?? status))
}

/**
 * Charges the stored payment method. PayPal charges once per request ID and once per invoice ID.
 */
export const chargePaypal = withActiveSetup(chargePaymentSource)
