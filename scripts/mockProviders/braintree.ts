import { createHash, createHmac } from 'node:crypto'
import { toDecimalText } from '#shared/format/money.ts'
import { getDueDate, sendDispute } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { serveJson } from './serveJson.ts'
import type { JsonRequest, Reply } from './serveJson.ts'

export const defaultBraintreeState = {
  publicKey: 'publicstandin',
  privateKey: 'privatestandin',
  errorClass: null as string | null,
  /** The status of an error without an error class. */
  errorStatus: null as number | null,
  /** The response code of the card's bank; null if charges are paid. */
  declineCode: null as string | null,
  /**
   * The status of transactions when they're created and when they're read, such as
   * `SETTLEMENT_PENDING`; null if they are paid.
   */
  transactionStatus: null as string | null,
  /** The status of refunds when they're created and when they're read. */
  refundStatus: 'SUBMITTED_FOR_SETTLEMENT',
  /** How members pay: a debit isn't paid before it's settled. */
  paymentMethodKind: 'CreditCardDetails',
  webhooks: [] as { url: string }[],
  /** A dispute to report, as the event of its status; null for none. */
  dispute: null as Dispute | null,
  accounts: [{ id: 'standin_eur', currencyCode: 'EUR', status: 'ACTIVE' }],
}
type BraintreeState = typeof defaultBraintreeState

/**
 * Starts a local Braintree: queries whose errors have the status 200, and charges without
 * idempotency keys.
 */
export async function startBraintree(overrides: Partial<BraintreeState> = {}, port = 0) {
  const state: BraintreeState = { ...defaultBraintreeState, ...overrides }
  const charges: BraintreeCharge[] = []
  const refunds: BraintreeRefund[] = []
  const server = await serveJson(
    'braintree',
    (request) => handleBraintreeRequest(request, state, { charges, refunds }),
    port,
  )
  const applyChanges = () =>
    sendDispute('braintree', state, (dispute, at) => buildBraintreeDisputeEvent(dispute, at, state))
  return { ...server, state, charges, refunds, applyChanges }
}

type BraintreeCharge = {
  legacyId: string
  orderId: string
  amount: string
  status: string
  code: string | null
}

type BraintreeRefund = { legacyId: string; orderId: string; amount: string; transactionId: string }

const buildBraintreeError = (errorClass: string): Reply => ({
  body: { data: null, errors: [{ message: 'Rejected', extensions: { errorClass } }] },
})

function handleBraintreeRequest(
  { url, headers, body }: JsonRequest,
  state: BraintreeState,
  { charges, refunds }: { charges: BraintreeCharge[]; refunds: BraintreeRefund[] },
): Reply {
  if (url.pathname !== '/graphql') return { status: 404, body: {} }
  if (state.errorStatus !== null) return { status: state.errorStatus, body: {} }
  const credentials = Buffer.from(`${state.publicKey}:${state.privateKey}`).toString('base64')
  if (headers.authorization !== `Basic ${credentials}`) return buildBraintreeError('AUTHENTICATION')
  if (state.errorClass !== null) return buildBraintreeError(state.errorClass)
  const { query, variables } = JSON.parse(body)
  const toReply = (content: object) => ({ body: { data: content, extensions: { requestId: 'r' } } })
  if (query.includes('idFromLegacyId')) return toReply({ idFromLegacyId: `id-${variables.legacy}` })
  const charge = charges.find(({ legacyId }) => variables.id === `id-${legacyId}`)
  if (query.includes('node(id') && charge) return toReply({ node: buildTransaction(charge, state) })
  if (query.includes('node(id'))
    return toReply({ node: { paymentMethod: { id: 'kept-1' }, merchantAccountId: 'standin_eur' } })
  if (query.includes('transactions(input'))
    return toReply({
      search: {
        transactions: {
          edges: charges
            .filter(({ orderId }) => orderId === variables.key)
            .map((one) => ({ node: buildTransaction(one, state) })),
        },
      },
    })
  const readRefund = ({ legacyId }: BraintreeRefund) => ({ legacyId, status: state.refundStatus })
  if (query.includes('refunds(input'))
    return toReply({
      search: {
        refunds: {
          edges: refunds
            .filter(({ orderId }) => orderId === variables.key)
            .map((one) => ({ node: readRefund(one) })),
        },
      },
    })
  if (query.includes('refundTransaction')) {
    const { transactionId, refund } = variables.input
    const newRefund: BraintreeRefund = {
      ...refund,
      transactionId,
      legacyId: `refund${refunds.length + 1}`,
    }
    refunds.push(newRefund)
    return toReply({ refundTransaction: { refund: readRefund(newRefund) } })
  }
  if (query.includes('chargePaymentMethod')) {
    const { transaction } = variables.input
    const newCharge: BraintreeCharge = {
      legacyId: `again${charges.length + 1}`,
      orderId: transaction.orderId,
      amount: transaction.amount,
      status: state.declineCode === null ? 'SUBMITTED_FOR_SETTLEMENT' : 'PROCESSOR_DECLINED',
      code: state.declineCode,
    }
    charges.push(newCharge)
    return toReply({ chargePaymentMethod: { transaction: buildTransaction(newCharge, state) } })
  }
  const edges = state.accounts.map((node) => ({ node }))
  const merchant = { status: 'ACTIVE', merchantAccounts: { edges } }
  return toReply({ ping: 'pong', viewer: { merchant } })
}

const buildTransaction = (
  { legacyId, status, code }: BraintreeCharge,
  { transactionStatus, paymentMethodKind }: BraintreeState,
) => ({
  legacyId,
  status: transactionStatus ?? status,
  paymentMethodSnapshot: { kind: paymentMethodKind },
  statusHistory:
    code === null ? [{}] : [{ declineType: 'SOFT', processorResponse: { legacyCode: code } }],
})

const signText = (privateKey: string, text: string) =>
  createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(text).digest('hex')

type BraintreeEventInput = {
  kind: string
  order?: number | string
  id?: string
  at?: string
  money?: { amount: string; currency: string }
  extraXml?: string
  /** The XML of the event's subject; by default a transaction. */
  subject?: string
}

/**
 * Builds a webhook's form as Braintree sends it: XML in base64, signed with the private key of each
 * key pair.
 */
export function buildBraintreeEvent(
  pairs: readonly { publicKey: string; privateKey: string }[],
  {
    kind,
    order = '',
    id = 'failed1',
    at = '2026-11-20T10:00:00Z',
    money,
    extraXml = '',
    subject,
  }: BraintreeEventInput,
): string {
  const transaction = `<transaction><id>${id}</id><order-id>${order}</order-id><amount>${money?.amount ?? '42.00'}</amount>
<currency-iso-code>${money?.currency ?? 'EUR'}</currency-iso-code><processor-response-code>2001</processor-response-code>${extraXml}
</transaction>`
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<notification><timestamp type="datetime">${at}</timestamp><kind>${kind}</kind><subject>
${subject ?? transaction}</subject></notification>`
  const payload = `${Buffer.from(xml).toString('base64')}\n`
  const signatures = pairs.map(
    ({ publicKey, privateKey }) => `${publicKey}|${signText(privateKey, payload)}`,
  )
  return new URLSearchParams({ bt_signature: signatures.join('&'), bt_payload: payload }).toString()
}

const disputeKinds = {
  needs_response: 'dispute_opened',
  under_review: 'dispute_under_review',
  won: 'dispute_won',
  lost: 'dispute_lost',
} as const satisfies Record<Dispute['status'], string>

/** Builds the event that reports a dispute. */
function buildBraintreeDisputeEvent(
  { charge, amount, currency, status }: Dispute,
  at: Date,
  { publicKey, privateKey }: BraintreeState,
) {
  const subject = buildBraintreeDispute(charge, {
    id: `dispute-${charge}`,
    amount: toDecimalText(amount, currency),
    currency,
    replyBy: getDueDate(at).toISOString().slice(0, 10),
  })
  const event = { kind: disputeKinds[status], at: at.toISOString(), subject }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { headers, body: buildBraintreeEvent([{ publicKey, privateKey }], event) }
}

/** Builds the subject of an event about a disputed payment. */
export const buildBraintreeDispute = (
  payment: string,
  { id = 'dispute1', amount = '42.00', currency = 'EUR', replyBy = '2026-12-05' } = {},
) => `<dispute><id>${id}</id><amount>${amount}</amount><currency-iso-code>${currency}</currency-iso-code>
<reason>fraud</reason><status>open</status><reply-by-date type="date">${replyBy}</reply-by-date>
<transaction><id>${payment}</id><order-id nil="true"/></transaction></dispute>`

/** Builds the response that proves to Braintree that we have the private key. */
export const buildBraintreeProof = (publicKey: string, privateKey: string, challenge: string) =>
  `${publicKey}|${signText(privateKey, challenge)}`
