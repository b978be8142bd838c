import { createHash, createHmac } from 'node:crypto'
import { toDecimalText } from '#shared/format/money.ts'
import { getDueDate, sendDispute } from './dispute.ts'
import type { Dispute } from './dispute.ts'
import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

export const usualBraintree = {
  publicKey: 'publicstandin',
  privateKey: 'privatestandin',
  refuses: null as string | null,
  /** The status of an error without an error class. */
  status: null as number | null,
  /** The response code of the card's bank; null if charges are paid. */
  declines: null as string | null,
  /**
   * The status of transactions when they're created and when they're read, such as
   * `SETTLEMENT_PENDING`; null if they are paid.
   */
  transactionStatus: null as string | null,
  /** The status of refunds when they're created and when they're read. */
  refundStatus: 'SUBMITTED_FOR_SETTLEMENT',
  /** How members pay: a debit isn't paid before it's settled. */
  paidWith: 'CreditCardDetails',
  webhooks: [] as { url: string }[],
  /** A dispute to report, as the event of its status; null for none. */
  dispute: null as Dispute | null,
  accounts: [{ id: 'standin_eur', currencyCode: 'EUR', status: 'ACTIVE' }],
}
type BraintreeState = typeof usualBraintree

/**
 * Starts a local Braintree: queries whose errors have the status 200, and charges without
 * idempotency keys.
 */
export async function startBraintree(given: Partial<BraintreeState> = {}, port = 0) {
  const state: BraintreeState = { ...usualBraintree, ...given }
  const charged: Charge[] = []
  const refunded: Refund[] = []
  const served = await serveJson(
    'braintree',
    (request) => answer(request, state, { charged, refunded }),
    port,
  )
  const changed = () =>
    sendDispute('braintree', state, (dispute, at) => buildDisputeEvent(dispute, at, state))
  return { ...served, state, charged, refunded, changed }
}

type Charge = {
  legacyId: string
  orderId: string
  amount: string
  status: string
  code: string | null
}

type Refund = { legacyId: string; orderId: string; amount: string; transactionId: string }

const refused = (errorClass: string): Reply => ({
  body: { data: null, errors: [{ message: 'Refused', extensions: { errorClass } }] },
})

function answer(
  { url, headers, body }: Asked,
  state: BraintreeState,
  { charged, refunded }: { charged: Charge[]; refunded: Refund[] },
): Reply {
  if (url.pathname !== '/graphql') return { status: 404, body: {} }
  if (state.status !== null) return { status: state.status, body: {} }
  const credentials = Buffer.from(`${state.publicKey}:${state.privateKey}`).toString('base64')
  if (headers.authorization !== `Basic ${credentials}`) return refused('AUTHENTICATION')
  if (state.refuses !== null) return refused(state.refuses)
  const { query, variables } = JSON.parse(body)
  const toReply = (content: object) => ({ body: { data: content, extensions: { requestId: 'r' } } })
  if (query.includes('idFromLegacyId')) return toReply({ idFromLegacyId: `id-${variables.legacy}` })
  const charge = charged.find(({ legacyId }) => variables.id === `id-${legacyId}`)
  if (query.includes('node(id') && charge) return toReply({ node: transactionOf(charge, state) })
  if (query.includes('node(id'))
    return toReply({ node: { paymentMethod: { id: 'kept-1' }, merchantAccountId: 'standin_eur' } })
  if (query.includes('transactions(input'))
    return toReply({
      search: {
        transactions: {
          edges: charged
            .filter(({ orderId }) => orderId === variables.key)
            .map((one) => ({ node: transactionOf(one, state) })),
        },
      },
    })
  const readRefund = ({ legacyId }: Refund) => ({ legacyId, status: state.refundStatus })
  if (query.includes('refunds(input'))
    return toReply({
      search: {
        refunds: {
          edges: refunded
            .filter(({ orderId }) => orderId === variables.key)
            .map((one) => ({ node: readRefund(one) })),
        },
      },
    })
  if (query.includes('refundTransaction')) {
    const { transactionId, refund } = variables.input
    const newRefund: Refund = { ...refund, transactionId, legacyId: `refund${refunded.length + 1}` }
    refunded.push(newRefund)
    return toReply({ refundTransaction: { refund: readRefund(newRefund) } })
  }
  if (query.includes('chargePaymentMethod')) {
    const { transaction } = variables.input
    const newCharge: Charge = {
      legacyId: `again${charged.length + 1}`,
      orderId: transaction.orderId,
      amount: transaction.amount,
      status: state.declines === null ? 'SUBMITTED_FOR_SETTLEMENT' : 'PROCESSOR_DECLINED',
      code: state.declines,
    }
    charged.push(newCharge)
    return toReply({ chargePaymentMethod: { transaction: transactionOf(newCharge, state) } })
  }
  const edges = state.accounts.map((node) => ({ node }))
  const merchant = { status: 'ACTIVE', merchantAccounts: { edges } }
  return toReply({ ping: 'pong', viewer: { merchant } })
}

const transactionOf = (
  { legacyId, status, code }: Charge,
  { transactionStatus, paidWith }: BraintreeState,
) => ({
  legacyId,
  status: transactionStatus ?? status,
  paymentMethodSnapshot: { kind: paidWith },
  statusHistory:
    code === null ? [{}] : [{ declineType: 'SOFT', processorResponse: { legacyCode: code } }],
})

const signed = (privateKey: string, text: string) =>
  createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(text).digest('hex')

type Tells = {
  kind: string
  order?: number | string
  id?: string
  at?: string
  money?: { amount: string; currency: string }
  more?: string
  /** What the event is about; a transaction unless given. */
  subject?: string
}

/**
 * Builds a webhook's form as Braintree sends it: XML in base64, signed with the private key of each
 * key pair.
 */
export function braintreeEvent(
  pairs: readonly { publicKey: string; privateKey: string }[],
  {
    kind,
    order = '',
    id = 'failed1',
    at = '2026-11-20T10:00:00Z',
    money,
    more = '',
    subject,
  }: Tells,
): string {
  const transaction = `<transaction><id>${id}</id><order-id>${order}</order-id><amount>${money?.amount ?? '42.00'}</amount>
<currency-iso-code>${money?.currency ?? 'EUR'}</currency-iso-code><processor-response-code>2001</processor-response-code>${more}
</transaction>`
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<notification><timestamp type="datetime">${at}</timestamp><kind>${kind}</kind><subject>
${subject ?? transaction}</subject></notification>`
  const payload = `${Buffer.from(xml).toString('base64')}\n`
  const signatures = pairs.map(
    ({ publicKey, privateKey }) => `${publicKey}|${signed(privateKey, payload)}`,
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
function buildDisputeEvent(
  { charge, amount, currency, status }: Dispute,
  at: Date,
  { publicKey, privateKey }: BraintreeState,
) {
  const subject = braintreeDispute(charge, {
    id: `dispute-${charge}`,
    amount: toDecimalText(amount, currency),
    currency,
    replyBy: getDueDate(at).toISOString().slice(0, 10),
  })
  const event = { kind: disputeKinds[status], at: at.toISOString(), subject }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { headers, body: braintreeEvent([{ publicKey, privateKey }], event) }
}

/** Builds the subject of an event about a disputed payment. */
export const braintreeDispute = (
  payment: string,
  { id = 'dispute1', amount = '42.00', currency = 'EUR', replyBy = '2026-12-05' } = {},
) => `<dispute><id>${id}</id><amount>${amount}</amount><currency-iso-code>${currency}</currency-iso-code>
<reason>fraud</reason><status>open</status><reply-by-date type="date">${replyBy}</reply-by-date>
<transaction><id>${payment}</id><order-id nil="true"/></transaction></dispute>`

/** Builds the response that proves to Braintree that we have the private key. */
export const braintreeProof = (publicKey: string, privateKey: string, challenge: string) =>
  `${publicKey}|${signed(privateKey, challenge)}`
