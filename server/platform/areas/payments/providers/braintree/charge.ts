import { sql } from 'kysely'
import { array, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { toDecimalText } from '#shared/format/money.ts'
import type { ChargeRequest, ChargeResult } from '../charge.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { queryBraintree } from './client.ts'
import { withActiveSetup, withStoreSetup, createNotAttemptedError } from '../withActiveSetup.ts'
import type { ChargeContext } from '../withActiveSetup.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { chargeMessages } from '../messages.ts'

const StatusEvent = type({
  declineType: optional(nullable(string())),
  processorResponse: optional(nullable(type({ legacyCode: nullable(string()) }))),
})
const BraintreeTransaction = type({
  legacyId: string(),
  status: string(),
  paymentMethodSnapshot: optional(nullable(type({ kind: optional(string()) }))),
  statusHistory: optional(nullable(array(StatusEvent))),
})
type BraintreeTransaction = Infer<typeof BraintreeTransaction>
const TransactionSearch = type({
  search: type({ transactions: type({ edges: array(type({ node: BraintreeTransaction })) }) }),
})
export const TransactionId = type({
  idFromLegacyId: string(),
})
const PaymentMethodNode = type({
  node: nullable(
    type({
      paymentMethod: optional(nullable(type({ id: string() }))),
      merchantAccountId: optional(nullable(string())),
    }),
  ),
})
const TransactionNode = type({ node: nullable(BraintreeTransaction) })
const ChargeData = type({ chargePaymentMethod: type({ transaction: BraintreeTransaction }) })

const transactionFields = `legacyId status paymentMethodSnapshot { kind: __typename } statusHistory {
  ... on ProcessorDeclinedEvent { declineType processorResponse { legacyCode } }
}`
export const braintreeQueries = {
  made: `query ($key: String!) {
    search { transactions(input: { orderId: { is: $key } }, first: 1) { edges { node { ${transactionFields} } } } }
  }`,
  id: `query ($legacy: ID!) { idFromLegacyId(legacyId: $legacy, type: TRANSACTION) }`,
  transaction: `query ($id: ID!) {
    node(id: $id) { ... on Transaction { ${transactionFields} } }
  }`,
  method: `query ($id: ID!) {
    node(id: $id) { ... on Transaction { paymentMethod { id } merchantAccountId } }
  }`,
  charge: `mutation ($input: ChargePaymentMethodInput!) {
    chargePaymentMethod(input: $input) { transaction { ${transactionFields} } }
  }`,
}

const splitWords = (text: string) => text.split(' ')
const settledStatuses = splitWords('SETTLEMENT_CONFIRMED SETTLED')
/** A card is authorized by its bank at this point; a direct debit can still fail. */
const submittedStatuses = splitWords('AUTHORIZED SUBMITTED_FOR_SETTLEMENT SETTLING')
const debitKinds = splitWords(
  'UsBankAccountDetails SEPADirectDebitTransactionDetails LocalPaymentDetails',
)
const undecidedStatuses = splitWords('AUTHORIZING SETTLEMENT_PENDING')
const unpaidStatuses = splitWords(
  'PROCESSOR_DECLINED GATEWAY_REJECTED FAILED VOIDED SETTLEMENT_DECLINED AUTHORIZATION_EXPIRED',
)

function toBraintreeResult({
  legacyId: reference,
  status,
  statusHistory,
  paymentMethodSnapshot: method,
}: BraintreeTransaction): ChargeResult {
  const isDebit = debitKinds.includes(method?.kind ?? '')
  if (settledStatuses.includes(status) || (submittedStatuses.includes(status) && !isDebit))
    return { result: 'paid', reference }
  if (submittedStatuses.includes(status) || undecidedStatuses.includes(status))
    return { result: 'processing', reference }
  if (!unpaidStatuses.includes(status)) throw new Error(`Braintree has a charge that is ${status}`)
  const event = statusHistory?.find(({ processorResponse }) => processorResponse?.legacyCode)
  const code = event?.processorResponse?.legacyCode ?? status
  return { result: 'failed', decline: { code, declineType: event?.declineType }, reference }
}

/**
 * How long one process has a charge to itself: Braintree has no idempotency keys, so two requests
 * at once would charge twice. Milliseconds.
 */
const claimDurationMs = 120_000

/** Claims the charge for this process. Throws while another process has it. */
async function claimCharge({ db, now }: Platform, key: string): Promise<void> {
  const at = now()
  const until = new Date(at.getTime() + claimDurationMs).toISOString()
  const { rows } = await sql`update payment_charges set claimed_until = ${until}
    where key = ${key} and coalesce(claimed_until, '-infinity') <= ${at.toISOString()}
    returning id`.execute(db)
  if (rows.length === 0) throw new Error(`Braintree may still be asked to charge ${key}`)
}

const releaseCharge = ({ db }: Platform, key: string) =>
  sql`update payment_charges set claimed_until = null where key = ${key}`.execute(db)

/** Loads the payment method that Braintree stored for the failed payment. */
async function loadPaymentMethod(context: ChargeContext) {
  const id = await queryBraintree(
    context,
    braintreeQueries.id,
    { legacy: context.failedPaymentId },
    TransactionId,
  )
  const { node } = await queryBraintree(
    context,
    braintreeQueries.method,
    { id: id.idFromLegacyId },
    PaymentMethodNode,
  )
  if (!node?.paymentMethod)
    throw createNotAttemptedError(chargeMessages.noSavedMethod(gateways.braintree))
  return { paymentMethodId: node.paymentMethod.id, merchantAccountId: node.merchantAccountId }
}

async function chargeSavedMethod(
  context: ChargeContext,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const { key, amount, currency } = request
  await claimCharge(context.platform, key)
  const { search } = await queryBraintree(
    context,
    braintreeQueries.made,
    { key },
    TransactionSearch,
  )
  const existingTransaction = search.transactions.edges[0]?.node
  if (existingTransaction) return toBraintreeResult(existingTransaction)
  const { paymentMethodId, merchantAccountId } = await loadPaymentMethod(context)
  const transaction = { amount: toDecimalText(amount, currency), orderId: key, merchantAccountId }
  const input = { paymentMethodId, transaction }
  const chargeData = await queryBraintree(context, braintreeQueries.charge, { input }, ChargeData)
  return toBraintreeResult(chargeData.chargePaymentMethod.transaction)
}

/**
 * Charges the stored payment method. Braintree has no idempotency keys: the key is sent as its
 * order ID, and searched for first.
 */
export const chargeBraintree = withActiveSetup(async (context, request) => {
  try {
    return await chargeSavedMethod(context, request)
  } catch (error) {
    // A rejected charge wasn't made, so another attempt can start immediately.
    if (error instanceof HttpError) await releaseCharge(context.platform, request.key)
    throw error
  }
})

/** Loads a transaction. Null if this account doesn't know it. */
export const findBraintreeCharge = withStoreSetup(async (context, _request, paymentId) => {
  try {
    const id = await queryBraintree(
      context,
      braintreeQueries.id,
      { legacy: paymentId },
      TransactionId,
    )
    const { node } = await queryBraintree(
      context,
      braintreeQueries.transaction,
      { id: id.idFromLegacyId },
      TransactionNode,
    )
    return node && toBraintreeResult(node)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
})
