import { optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { is } from '#shared/engine/is.ts'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import {
  createNotRefundedError,
  createRefundNotAttemptedError,
  createRejectedRefundError,
  withRefundLookup,
  withRefundSetup,
} from '../refund.ts'
import type { RefundResult } from '../refund.ts'
import { chargeMessages } from '../messages.ts'
import { PaypalIssues, toPaypalValue } from './charge.ts'
import { fetchPaypalToken, sendPaypalRequest } from './client.ts'
import { paypalMessages } from './messages.ts'

const PaypalRefund = type({
  id: string(),
  status: string(),
  status_details: optional(type({ reason: optional(string()) })),
})

/** Converts a refund to a result. */
function toPaypalRefundResult({
  id: reference,
  status,
  status_details: details,
}: Infer<typeof PaypalRefund>): RefundResult {
  if (status === 'COMPLETED') return { result: 'succeeded', reference }
  if (status === 'PENDING') return { result: 'processing', reference }
  return { result: 'failed', code: details?.reason ?? status, reference }
}

/** Refunds a capture. PayPal refunds once per request ID. */
export const refundPaypal = withRefundSetup(
  async ({ platform, credentials, paymentId }, { key, amount, currency }) => {
    const value = toPaypalValue(amount, currency, createNotRefundedError)
    const token = await fetchPaypalToken(platform, credentials)
    if (token === null) throw createRefundNotAttemptedError(paypalMessages.chargeUnknownClient)
    const { status, body } = await sendPaypalRequest(platform, credentials.mode, {
      path: `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`,
      token,
      id: key,
      body: JSON.stringify({ amount: { currency_code: currency, value }, custom_id: key }),
    })
    if (isDefiniteRejection(status)) {
      const issue = is(body, PaypalIssues) ? body.details[0]?.issue : undefined
      throw createRejectedRefundError(
        status,
        chargeMessages.rejected(gateways.paypal, issue ?? status),
      )
    }
    if (status >= 300 || !is(body, PaypalRefund))
      throw new Error(`PayPal answered ${status} to a refund`)
    return toPaypalRefundResult(body)
  },
)

/** Loads a refund by its ID. PayPal can't find one by our key. */
export const findPaypalRefund = withRefundLookup(
  async ({ platform, credentials }, _request, reference) => {
    const token = reference === null ? null : await fetchPaypalToken(platform, credentials)
    if (token === null || reference === null) return null
    const path = `/v2/payments/refunds/${encodeURIComponent(reference)}`
    const { status, body } = await sendPaypalRequest(platform, credentials.mode, { path, token })
    if (isDefiniteRejection(status)) return null
    if (status !== 200 || !is(body, PaypalRefund))
      throw new Error(`PayPal answered ${status} to the state of a refund`)
    return toPaypalRefundResult(body)
  },
)
