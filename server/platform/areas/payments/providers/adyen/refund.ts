import { optional, string, type } from 'superstruct'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { is } from '#shared/engine/is.ts'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import { createNotRefundedError, createRejectedRefundError, withRefundSetup } from '../refund.ts'
import { chargeMessages } from '../messages.ts'
import { toProviderAmount } from '../minorUnits.ts'
import { AdyenError, inProgressCode } from './charge.ts'
import { getAdyenCheckoutUrl, sendAdyenRequest } from './client.ts'
import { adyenUnits } from './minorUnits.ts'

const AdyenRefund = type({ pspReference: string(), status: optional(string()) })

/** Refunds a payment. Adyen only says that it received the request; an event has the outcome. */
export const refundAdyen = withRefundSetup(async (context, { key, amount, currency }) => {
  const value = toProviderAmount(adyenUnits, amount, currency)
  if (value === null)
    throw createNotRefundedError(chargeMessages.amountNotSupported(gateways.adyen, currency))
  const path = `payments/${encodeURIComponent(context.paymentId)}/refunds`
  const { status, body } = await sendAdyenRequest(
    context,
    `${getAdyenCheckoutUrl(context)}/${path}`,
    {
      once: key,
      json: {
        merchantAccount: context.setup.merchantAccount,
        amount: { value, currency },
        reference: key,
      },
    },
  )
  const code = is(body, AdyenError) ? body.errorCode : undefined
  if (isDefiniteRejection(status) && code !== inProgressCode)
    throw createRejectedRefundError(status, chargeMessages.rejected(gateways.adyen, code ?? status))
  if (status >= 300 || !is(body, AdyenRefund))
    throw new Error(`Adyen answered ${status} to a refund`)
  return { result: 'processing', reference: body.pspReference }
})
