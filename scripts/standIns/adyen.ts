import { createHmac } from 'node:crypto'
import { cardEndings } from '#server/platform/areas/payments/seed/cardEndings.ts'
import { getDueDate, sendDispute } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

export const usualAdyen = {
  key: 'AQE-stand-in-7H2K',
  active: true,
  /** The roles of the key; `mayTest` lets it send test events. */
  roles: ['Checkout webservice role', 'Management API—Webhooks read'],
  /** The addresses from which the key can be used; empty allows all. */
  allowedIpAddresses: [] as string[],
  merchantAccount: 'MerchandiseECOM',
  methods: ['scheme', 'ideal'],
  webhooks: [] as {
    url: string
    active: boolean
    additionalSettings?: { excludeEventCodes: string[] }
  }[],
  /** The key that signs test events. */
  hmacKey: 'A'.repeat(64),
  /** The origin that replaces a webhook's public one for test events; null for none. */
  reaches: null as string | null,
  /** The last four digits of each shopper's stored cards, as in the demo data. */
  cards: cardEndings,
  /** The error status for requests of stored cards. */
  cardsStatus: null as number | null,
  /** The refusalReasonCode of charges; null if they are paid. */
  refuses: null as string | null,
  /**
   * The resultCode of charges that Adyen decides later, such as `Received`; null if it decides
   * immediately.
   */
  resultCode: null as 'Received' | 'Pending' | null,
  /** The error status of refunds. */
  refundStatus: null as number | null,
  /** The error status of charges. */
  status: null as number | null,
  /** A dispute to report, as the event of its status; null for none. */
  dispute: null as Dispute | null,
}
type AdyenState = typeof usualAdyen
export const mayTest = 'Management API—Webhooks read and write'

/**
 * Builds an error of either API: problem details for the management API, and Checkout's own format.
 */
const refused = (path: string, status: number, errorCode: string, message: string): Reply => ({
  status,
  body: path.startsWith('/v3/')
    ? { type: 'about:blank', status, errorCode, title: message, detail: message }
    : { status, errorCode, message, errorType: 'security' },
})

/**
 * Starts a local Adyen: details of the key, payment methods, webhooks, and payments that are made
 * once per idempotency key.
 */
export async function startAdyen(given: Partial<AdyenState> = {}, port = 0) {
  const state: AdyenState = { ...usualAdyen, ...given }
  const charged = new Map<string, Reply>()
  const refunded = new Map<string, Reply>()
  const served = await serveJson(
    'adyen',
    (request) => answer(request, state, { charged, refunded }),
    port,
  )
  const changed = () =>
    sendDispute('adyen', state, (dispute, at) => buildDisputeEvent(dispute, at, state))
  return { ...served, state, charged, refunded, changed }
}

async function answer(
  { url, headers, body }: Asked,
  state: AdyenState,
  { charged, refunded }: Record<'charged' | 'refunded', Map<string, Reply>>,
): Promise<Reply> {
  if (headers['x-api-key'] !== state.key)
    return refused(url.pathname, 401, '000', 'HTTP Status Response')
  if (url.pathname === '/v3/me')
    return {
      body: {
        id: 'S2-1',
        username: 'ws_1@Company.StandIn',
        clientKey: 'test_STANDIN',
        allowedIpAddresses: state.allowedIpAddresses,
        roles: state.roles,
        active: state.active,
      },
    }
  if (url.pathname === '/v72/paymentMethods') {
    const { merchantAccount } = JSON.parse(body)
    if (merchantAccount !== state.merchantAccount)
      return refused(url.pathname, 403, '901', 'Invalid Merchant Account')
    return { body: { paymentMethods: state.methods.map((type) => ({ type, name: type })) } }
  }
  if (url.pathname === '/v72/storedPaymentMethods') {
    if (state.cardsStatus !== null)
      return refused(url.pathname, state.cardsStatus, '000', 'HTTP Status Response')
    const shopperReference = url.searchParams.get('shopperReference')
    const storedPaymentMethods = state.cards.map((lastFour) => ({
      id: `stored-${lastFour}`,
      type: 'scheme',
      brand: 'visa',
      lastFour,
    }))
    return {
      body: { merchantAccount: state.merchantAccount, shopperReference, storedPaymentMethods },
    }
  }
  if (url.pathname === '/v72/payments') {
    if (state.status !== null)
      return refused(url.pathname, state.status, '905', 'Payment details are not supported')
    const key = String(headers['idempotency-key'])
    const payment = charged.get(key) ?? paid(JSON.parse(body), state, charged.size + 1)
    charged.set(key, payment)
    return payment
  }
  const refundMatch = /^\/v72\/payments\/([^/]+)\/refunds$/.exec(url.pathname)
  if (refundMatch) {
    if (state.refundStatus !== null)
      return refused(url.pathname, state.refundStatus, '167', 'Original pspReference required')
    const key = String(headers['idempotency-key'])
    const number = refunded.size + 1
    const refund = refunded.get(key) ?? refundOf(JSON.parse(body), refundMatch[1] ?? '', number)
    refunded.set(key, refund)
    return refund
  }
  if (url.pathname === `/v3/merchants/${state.merchantAccount}/webhooks`) {
    const common = { type: 'standard', communicationFormat: 'json' }
    const data = state.webhooks.map((one, index) => ({ id: `S2-${index}`, ...common, ...one }))
    return { body: { itemsTotal: data.length, pagesTotal: 1, data } }
  }
  const testMatch = /^\/v3\/merchants\/([^/]+)\/webhooks\/S2-(\d+)\/test$/.exec(url.pathname)
  const webhook = state.webhooks[Number(testMatch?.[2])]
  if (testMatch?.[1] === state.merchantAccount && webhook)
    return state.roles.includes(mayTest)
      ? sendTest(webhook, JSON.parse(body), state)
      : refused(url.pathname, 403, '403', 'Forbidden')
  return refused(url.pathname, 404, '404', 'Not found')
}

type Tests = { notification: { eventCode: string; merchantReference: string; success: boolean } }

/** Sends the custom event of a test and returns how the webhook responded. */
async function sendTest(
  { url }: { url: string },
  { notification }: Tests,
  { hmacKey, reaches, merchantAccount: merchantId }: AdyenState,
): Promise<Reply> {
  const success = String(notification.success)
  const requestSent = adyenEvent(hmacKey, { ...adyenItem(0), ...notification, success })
  const response = await fetch(new URL(new URL(url).pathname, reaches ?? url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: requestSent,
  })
  const status = response.ok ? 'success' : 'failed'
  const responseCode = String(response.status)
  const output = await response.text()
  return {
    body: {
      data: [{ merchantId, output, requestSent, responseCode, responseTime: '5 ms', status }],
    },
  }
}

type Asks = { amount: { value: number; currency: string }; reference: string }

function paid(
  { amount, reference }: Asks,
  { refuses, resultCode }: AdyenState,
  number: number,
): Reply {
  const common = { pspReference: `PSP-again-${number}`, merchantReference: reference, amount }
  if (resultCode !== null) return { body: { ...common, resultCode } }
  return refuses === null
    ? { body: { ...common, resultCode: 'Authorised' } }
    : {
        body: {
          ...common,
          resultCode: 'Refused',
          refusalReason: 'Refused',
          refusalReasonCode: refuses,
        },
      }
}

const refundOf = (
  { amount, reference, merchantAccount }: Asks & { merchantAccount: string },
  paymentPspReference: string,
  number: number,
): Reply => ({
  status: 201,
  body: {
    merchantAccount,
    paymentPspReference,
    pspReference: `PSP-refund-${number}`,
    reference,
    status: 'received',
    amount,
  },
})

const disputeEventCodes = {
  needs_response: 'CHARGEBACK',
  under_review: 'INFORMATION_SUPPLIED',
  won: 'CHARGEBACK_REVERSED',
  lost: 'SECOND_CHARGEBACK',
} as const satisfies Record<Dispute['status'], string>

/** Builds the event that reports a dispute, in the live mode. */
function buildDisputeEvent(
  { charge, amount: value, currency, status }: Dispute,
  at: Date,
  { hmacKey, merchantAccount }: AdyenState,
) {
  const item = adyenDispute(charge, {
    amount: { value, currency },
    eventCode: disputeEventCodes[status],
    eventDate: at.toISOString(),
    merchantAccountCode: merchantAccount,
    pspReference: `DISPUTE-${charge}`,
    additionalData: {
      chargebackReasonCode: '10.4',
      chargebackSchemeCode: 'visa',
      defensePeriodEndsAt: getDueDate(at).toISOString(),
    },
  })
  const headers = { 'content-type': 'application/json' }
  return { headers, body: adyenEvent(hmacKey, item, 'true') }
}

/** Builds the item of a webhook for a dispute of one of our payments. */
export const adyenDispute = (payment: string, overrides: object = {}) => ({
  ...adyenItem(0),
  eventCode: 'CHARGEBACK',
  merchantReference: 'unknown',
  originalReference: payment,
  pspReference: 'PSP-dispute-1',
  reason: 'Other Fraud-Card Absent Environment',
  success: 'true',
  ...overrides,
})

/** Builds the item of a webhook for a failed payment of one of our orders. */
export const adyenItem = (order: number, overrides: object = {}) => ({
  amount: { value: 4200, currency: 'EUR' },
  eventCode: 'AUTHORISATION',
  eventDate: '2026-11-20T10:00:00+01:00',
  merchantAccountCode: usualAdyen.merchantAccount,
  merchantReference: String(order),
  originalReference: '',
  paymentMethod: 'visa',
  pspReference: 'PSP-failed-1',
  reason: 'Not enough balance',
  success: 'false',
  ...overrides,
})

/**
 * Builds the body of a webhook, signed as Adyen does: with an HMAC of its fields and a key of 64
 * hexadecimal digits.
 */
export function adyenEvent(
  key: string,
  item: ReturnType<typeof adyenItem> & { additionalData?: object },
  live: 'true' | 'false' = 'false',
): string {
  const { pspReference, originalReference, merchantAccountCode, merchantReference } = item
  const { amount, eventCode, success } = item
  const referenceFields = [pspReference, originalReference, merchantAccountCode, merchantReference]
  // Missing fields are signed as empty texts.
  const { value, currency }: Partial<typeof amount> = Object(amount)
  const signed = [...referenceFields, value, currency, eventCode, success]
    .map((part) => (typeof part === 'object' ? '' : part))
    .join(':')
  const hmacSignature = createHmac('sha256', Buffer.from(key, 'hex'))
    .update(signed)
    .digest('base64')
  const additionalData = { cardSummary: '1111', ...item.additionalData, hmacSignature }
  const NotificationRequestItem = { ...item, additionalData }
  return JSON.stringify({ live, notificationItems: [{ NotificationRequestItem }] })
}
