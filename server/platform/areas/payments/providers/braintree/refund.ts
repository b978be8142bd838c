import { array, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { toDecimalText } from '#shared/format/money.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { createRefundNotAttemptedError, withRefundLookup, withRefundSetup } from '../refund.ts'
import type { RefundResult } from '../refund.ts'
import type { ChargeLookupContext } from '../withActiveSetup.ts'
import { braintreeQueries, TransactionId } from './charge.ts'
import { queryBraintree } from './client.ts'

const BraintreeRefund = type({ legacyId: string(), status: string() })
const RefundSearch = type({
  search: type({ refunds: type({ edges: array(type({ node: BraintreeRefund })) }) }),
})
const RefundData = type({ refundTransaction: type({ refund: BraintreeRefund }) })

const refundQueries = {
  made: `query ($key: String!) {
    search { refunds(input: { orderId: { is: $key } }, first: 1) { edges { node { legacyId status } } } }
  }`,
  refund: `mutation ($input: RefundTransactionInput!) {
    refundTransaction(input: $input) { refund { legacyId status } }
  }`,
}

const refundedStatuses = ['SETTLED', 'SETTLEMENT_CONFIRMED']
const failedStatuses =
  'PROCESSOR_DECLINED GATEWAY_REJECTED FAILED VOIDED SETTLEMENT_DECLINED AUTHORIZATION_EXPIRED'.split(
    ' ',
  )

function toBraintreeRefundResult({
  legacyId: reference,
  status,
}: Infer<typeof BraintreeRefund>): RefundResult {
  if (refundedStatuses.includes(status)) return { result: 'succeeded', reference }
  return failedStatuses.includes(status)
    ? { result: 'failed', code: status, reference }
    : { result: 'processing', reference }
}

/** Finds the refund that Braintree made with our key, which it keeps as the refund's order ID. */
async function findByKey(context: ChargeLookupContext, key: string): Promise<RefundResult | null> {
  const { search } = await queryBraintree(context, refundQueries.made, { key }, RefundSearch, {
    createError: createRefundNotAttemptedError,
  })
  const refund = search.refunds.edges[0]?.node
  return refund ? toBraintreeRefundResult(refund) : null
}

/**
 * Refunds a transaction. Braintree has no idempotency keys: the key is sent as the refund's order
 * ID, and searched for first. Only one process at a time asks for a refund.
 */
export const refundBraintree = withRefundSetup(async (context, { key, amount, currency }) => {
  const madeRefund = await findByKey(context, key)
  if (madeRefund) return madeRefund
  const options = { createError: createRefundNotAttemptedError }
  const { idFromLegacyId: transactionId } = await queryBraintree(
    context,
    braintreeQueries.id,
    { legacy: context.paymentId },
    TransactionId,
    options,
  )
  const input = { transactionId, refund: { amount: toDecimalText(amount, currency), orderId: key } }
  const refundData = await queryBraintree(
    context,
    refundQueries.refund,
    { input },
    RefundData,
    options,
  )
  return toBraintreeRefundResult(refundData.refundTransaction.refund)
})

/** Finds a refund by our key. Null if this account doesn't know it. */
export const findBraintreeRefund = withRefundLookup(async (context, { key }) => {
  try {
    return await findByKey(context, key)
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
})
