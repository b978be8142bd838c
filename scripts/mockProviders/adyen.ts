import { createHmac } from 'node:crypto'
import { cardEndings } from '#server/platform/areas/payments/seed/cardEndings.ts'
import { getDueDate, sendDispute } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'

export const defaultAdyenState = {
  key: 'AQE-mock-provider-7H2K',
  active: true,
  /** The roles of the key; `webhookTestRole` lets it send test events. */
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
  testOrigin: null as string | null,
  /** The last four digits of each shopper's stored cards, as in the demo data. */
  cards: cardEndings,
  /** The error status for requests of stored cards. */
  cardsErrorStatus: null as number | null,
  /** Adyen's code for the decline of charges; null if they are paid. */
  refusalReasonCode: null as string | null,
  /**
   * The resultCode of charges that Adyen decides later, such as `Received`; null if it decides
   * immediately.
   */
  resultCode: null as 'Received' | 'Pending' | null,
  /** The error status of refunds. */
  refundErrorStatus: null as number | null,
  /** The error status of charges. */
  chargeErrorStatus: null as number | null,
  /** A dispute to report, as the event of its status; null for none. */
  dispute: null as Dispute | null,
}
type AdyenState = typeof defaultAdyenState
export const webhookTestRole = 'Management API—Webhooks read and write'

/**
 * Builds an error of either API: problem details for the management API, and Checkout's own format.
 */
const buildAdyenError = (
  path: string,
  status: number,
  errorCode: string,
  message: string,
): Reply => ({
  status,
  body: path.startsWith('/v3/')
    ? { type: 'about:blank', status, errorCode, title: message, detail: message }
    : { status, errorCode, message, errorType: 'security' },
})

/**
 * Starts a local Adyen: details of the key, payment methods, webhooks, and payments that are made
 * once per idempotency key.
 */
export async function startAdyen(overrides: Partial<AdyenState> = {}, port = 0) {
  const state: AdyenState = { ...defaultAdyenState, ...overrides }
  const charges = new Map<string, Reply>()
  const refunds = new Map<string, Reply>()
  const server = await serveJson(
    'adyen',
    (request) => handleAdyenRequest(request, state, { charges, refunds }),
    port,
  )
  const applyChanges = () =>
    sendDispute('adyen', state, (dispute, at) => buildAdyenDisputeEvent(dispute, at, state))
  return { ...server, state, charges, refunds, applyChanges }
}

async function handleAdyenRequest(
  { url, headers, body }: JsonRequest,
  state: AdyenState,
  { charges, refunds }: Record<'charges' | 'refunds', Map<string, Reply>>,
): Promise<Reply> {
  if (headers['x-api-key'] !== state.key)
    return buildAdyenError(url.pathname, 401, '000', 'HTTP Status Response')
  if (url.pathname === '/v3/me')
    return {
      body: {
        id: 'S2-1',
        username: 'ws_1@Company.MockProvider',
        clientKey: 'test_STANDIN',
        allowedIpAddresses: state.allowedIpAddresses,
        roles: state.roles,
        active: state.active,
      },
    }
  if (url.pathname === '/v72/paymentMethods') {
    const { merchantAccount } = JSON.parse(body)
    if (merchantAccount !== state.merchantAccount)
      return buildAdyenError(url.pathname, 403, '901', 'Invalid Merchant Account')
    return { body: { paymentMethods: state.methods.map((type) => ({ type, name: type })) } }
  }
  if (url.pathname === '/v72/storedPaymentMethods') {
    if (state.cardsErrorStatus !== null)
      return buildAdyenError(url.pathname, state.cardsErrorStatus, '000', 'HTTP Status Response')
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
    if (state.chargeErrorStatus !== null)
      return buildAdyenError(
        url.pathname,
        state.chargeErrorStatus,
        '905',
        'Payment details are not supported',
      )
    const key = String(headers['idempotency-key'])
    const payment =
      charges.get(key) ?? createAdyenPayment(JSON.parse(body), state, charges.size + 1)
    charges.set(key, payment)
    return payment
  }
  const refundMatch = /^\/v72\/payments\/([^/]+)\/refunds$/.exec(url.pathname)
  if (refundMatch) {
    if (state.refundErrorStatus !== null)
      return buildAdyenError(
        url.pathname,
        state.refundErrorStatus,
        '167',
        'Original pspReference required',
      )
    const key = String(headers['idempotency-key'])
    const number = refunds.size + 1
    const refund =
      refunds.get(key) ?? createAdyenRefund(JSON.parse(body), refundMatch[1] ?? '', number)
    refunds.set(key, refund)
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
    return state.roles.includes(webhookTestRole)
      ? sendTest(webhook, JSON.parse(body), state)
      : buildAdyenError(url.pathname, 403, '403', 'Forbidden')
  return buildAdyenError(url.pathname, 404, '404', 'Not found')
}

type TestRequest = {
  notification: { eventCode: string; merchantReference: string; success: boolean }
}

/** Sends the custom event of a test and returns how the webhook responded. */
async function sendTest(
  { url }: { url: string },
  { notification }: TestRequest,
  { hmacKey, testOrigin, merchantAccount: merchantId }: AdyenState,
): Promise<Reply> {
  const success = String(notification.success)
  const requestSent = buildAdyenEvent(hmacKey, { ...buildAdyenItem(0), ...notification, success })
  const response = await fetch(new URL(new URL(url).pathname, testOrigin ?? url), {
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

type PaymentRequest = { amount: { value: number; currency: string }; reference: string }

function createAdyenPayment(
  { amount, reference }: PaymentRequest,
  { refusalReasonCode, resultCode }: AdyenState,
  number: number,
): Reply {
  const common = { pspReference: `PSP-again-${number}`, merchantReference: reference, amount }
  if (resultCode !== null) return { body: { ...common, resultCode } }
  return refusalReasonCode === null
    ? { body: { ...common, resultCode: 'Authorised' } }
    : {
        body: {
          ...common,
          resultCode: 'Refused',
          refusalReason: 'Refused',
          refusalReasonCode,
        },
      }
}

const createAdyenRefund = (
  { amount, reference, merchantAccount }: PaymentRequest & { merchantAccount: string },
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
function buildAdyenDisputeEvent(
  { charge, amount: value, currency, status }: Dispute,
  at: Date,
  { hmacKey, merchantAccount }: AdyenState,
) {
  const item = buildAdyenDispute(charge, {
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
  return { headers, body: buildAdyenEvent(hmacKey, item, 'true') }
}

/** Builds the item of a webhook for a dispute of one of our payments. */
export const buildAdyenDispute = (payment: string, overrides: object = {}) => ({
  ...buildAdyenItem(0),
  eventCode: 'CHARGEBACK',
  merchantReference: 'unknown',
  originalReference: payment,
  pspReference: 'PSP-dispute-1',
  reason: 'Other Fraud-Card Absent Environment',
  success: 'true',
  ...overrides,
})

/** Builds the item of a webhook for a failed payment of one of our orders. */
export const buildAdyenItem = (order: number, overrides: object = {}) => ({
  amount: { value: 4200, currency: 'EUR' },
  eventCode: 'AUTHORISATION',
  eventDate: '2026-11-20T10:00:00+01:00',
  merchantAccountCode: defaultAdyenState.merchantAccount,
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
export function buildAdyenEvent(
  key: string,
  item: ReturnType<typeof buildAdyenItem> & { additionalData?: object },
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
