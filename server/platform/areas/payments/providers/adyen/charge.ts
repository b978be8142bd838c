import { array, enums, optional, string, type } from 'superstruct'
import { sql } from 'kysely'
import { is } from '#shared/engine/is.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import { matchOrderAttempts } from '#server/platform/areas/payments/attemptKeys.ts'
import type { ChargeRequest, ChargeResult } from '../charge.ts'
import { getAdyenCheckoutUrl, sendAdyenRequest } from './client.ts'
import {
  withActiveSetup,
  createNotAttemptedError,
  createNotChargedError,
  createRejectedChargeError,
} from '../withActiveSetup.ts'
import type { ChargeContext } from '../withActiveSetup.ts'
import { toProviderAmount } from '../minorUnits.ts'
import { adyenUnits } from './minorUnits.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { chargeMessages } from '../messages.ts'
import { adyenMessages } from './messages.ts'

const AdyenStoredMethods = type({
  storedPaymentMethods: optional(
    array(type({ id: string(), type: optional(string()), lastFour: optional(string()) })),
  ),
})
const AdyenPayment = type({
  resultCode: string(),
  pspReference: optional(string()),
  refusalReasonCode: optional(string()),
})
export const AdyenError = type({ errorCode: optional(string()) })
/** The same request is in progress or was made before. */
export const inProgressCode = '704'
const FailedResultCode = enums(['Refused', 'Error', 'Cancelled'])
/** Adyen decides later, by an event. An event also reports a partly authorized amount. */
const ProcessingResultCode = enums(['Received', 'Pending', 'PartiallyAuthorised'])

/** Returns the ID by which Adyen knows a member. */
const toShopperReference = (memberId: number) => `member-${memberId}`

async function findShopper({ db }: Platform, orderId: number) {
  const { rows } = await sql<{ memberId: number | null; last4: string | null }>`
    select member_id, (select card_last4 from payment_attempts
      where ${await matchOrderAttempts(db, orderId)} order by attempt desc, id desc limit 1) as last4
    from orders where id = ${orderId}`.execute(db)
  const { memberId = null, last4 = null } = rows[0] ?? {}
  if (memberId === null) throw createNotChargedError(chargeMessages.noMember)
  return { shopper: toShopperReference(memberId), last4 }
}

/** Finds the stored card of the failed payment at Adyen. */
async function findStoredCard(context: ChargeContext, orderId: number) {
  const { shopper, last4 } = await findShopper(context.platform, orderId)
  const query = new URLSearchParams({
    merchantAccount: context.setup.merchantAccount ?? '',
    shopperReference: shopper,
  })
  const response = await sendAdyenRequest(
    context,
    `${getAdyenCheckoutUrl(context)}/storedPaymentMethods?${query}`,
  )
  const message = adyenMessages.cardsStatus(response.status)
  if (isDefiniteRejection(response.status)) throw createNotAttemptedError(message)
  if (response.status !== 200 || !is(response.body, AdyenStoredMethods)) throw new Error(message)
  const cards = response.body.storedPaymentMethods ?? []
  const card = cards.find(({ lastFour }) => lastFour === last4)
  if (!card) throw createNotAttemptedError(adyenMessages.noSavedCard)
  return { shopper, id: card.id, type: card.type ?? 'scheme' }
}

async function chargeStoredCard(
  context: ChargeContext,
  request: ChargeRequest,
): Promise<ChargeResult> {
  const { key, amount, currency, orderId } = request
  const value = toProviderAmount(adyenUnits, amount, currency)
  if (value === null)
    throw createNotChargedError(chargeMessages.amountNotSupported(gateways.adyen, currency))
  const { shopper, id, type: kind } = await findStoredCard(context, orderId)
  const url = `${getAdyenCheckoutUrl(context)}/payments`
  const { status, body } = await sendAdyenRequest(context, url, {
    once: key,
    json: {
      merchantAccount: context.setup.merchantAccount,
      amount: { value, currency },
      reference: key,
      paymentMethod: { type: kind, storedPaymentMethodId: id },
      shopperReference: shopper,
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'UnscheduledCardOnFile',
      returnUrl: context.platform.consoleOrigin,
    },
  })
  const code = is(body, AdyenError) ? body.errorCode : undefined
  if (isDefiniteRejection(status) && code !== inProgressCode)
    throw createRejectedChargeError(status, chargeMessages.rejected(gateways.adyen, code ?? status))
  if (status !== 200 || !is(body, AdyenPayment))
    throw new Error(`Adyen answered ${status} to a charge`)
  const { resultCode, pspReference: reference = null, refusalReasonCode = 'unknown' } = body
  if (resultCode === 'Authorised') return { result: 'paid', reference }
  if (is(resultCode, ProcessingResultCode)) {
    if (reference === null) throw new Error('Adyen accepted a payment and gave no ID of it')
    return { result: 'processing', reference }
  }
  if (!is(resultCode, FailedResultCode)) return { result: 'waiting', reference }
  return { result: 'failed', decline: { code: refusalReasonCode }, reference }
}

/** Charges the stored card of the failed payment. Adyen charges once per idempotency key. */
export const chargeAdyen = withActiveSetup(chargeStoredCard)
