import { array, enums, optional, string, type } from 'superstruct'
import { sql } from 'kysely'
import { is } from '#shared/engine/is.ts'
import { refusesFor } from '#server/platform/core/outgoing/request.ts'
import type { Charge, ChargeRequest, ChargeResult, FindCharge } from '../charges/charge.ts'
import { adyenCheckout, askAdyen } from './adyen.ts'
import { bySetup, notAsked, notCharged, refusedWith } from '../setups/bySetup.ts'
import type { Charging, ChargingPlatform } from '../setups/bySetup.ts'
import { minorAt } from './providerUnits.ts'
import { chargeMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const Stored = type({
  storedPaymentMethods: optional(
    array(type({ id: string(), type: optional(string()), lastFour: optional(string()) })),
  ),
})
const Paid = type({
  resultCode: string(),
  pspReference: optional(string()),
  refusalReasonCode: optional(string()),
})
const Refusal = type({ errorCode: optional(string()) })
/** The same is being asked at this moment, or was. */
const underWay = '704'
const Failure = enums(['Refused', 'Error', 'Cancelled'])
/** Adyen decides later, by an event; of a part of the amount it tells there too. */
const Processing = enums(['Received', 'Pending', 'PartiallyAuthorised'])

/** What Adyen knows a member as. */
export const shopperOf = (memberId: number) => `member-${memberId}`

async function payerOf({ db }: ChargingPlatform, orderId: number) {
  const { rows } = await sql<{ memberId: number | null; last4: string | null }>`
    select member_id, (select card_last4 from payment_attempts where order_id = orders.id
      order by attempt desc, id desc limit 1) as last4
    from orders where id = ${orderId}`.execute(db)
  const { memberId = null, last4 = null } = rows[0] ?? {}
  if (memberId === null) throw notCharged(chargeMessages.noMember)
  return { shopper: shopperOf(memberId), last4 }
}

/** The card that the payment failed with, as Adyen keeps it for the member. */
async function storedCard(given: Charging, orderId: number) {
  const { shopper, last4 } = await payerOf(given.platform, orderId)
  const query = new URLSearchParams({
    merchantAccount: given.setup.merchantAccount ?? '',
    shopperReference: shopper,
  })
  const told = await askAdyen(given, `${adyenCheckout(given)}/storedPaymentMethods?${query}`)
  const unkept = chargeMessages.adyenCardsStatus(told.status)
  if (refusesFor(told.status)) throw notAsked(unkept)
  if (told.status !== 200 || !is(told.body, Stored)) throw new Error(unkept)
  const cards = told.body.storedPaymentMethods ?? []
  const card = cards.find(({ lastFour }) => lastFour === last4)
  if (!card) throw notAsked(chargeMessages.adyenNoCard)
  return { shopper, id: card.id, type: card.type ?? 'scheme' }
}

async function charge(given: Charging, request: ChargeRequest): Promise<ChargeResult> {
  const { key, amount, currency, orderId } = request
  const value = minorAt('adyen', amount, currency)
  if (value === null) throw notCharged(chargeMessages.amountNotSupported(gateways.adyen, currency))
  const { shopper, id, type: kind } = await storedCard(given, orderId)
  const url = `${adyenCheckout(given)}/payments`
  const { status, body } = await askAdyen(given, url, {
    once: key,
    json: {
      merchantAccount: given.setup.merchantAccount,
      amount: { value, currency },
      reference: key,
      paymentMethod: { type: kind, storedPaymentMethodId: id },
      shopperReference: shopper,
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'UnscheduledCardOnFile',
      returnUrl: given.platform.consoleOrigin,
    },
  })
  const code = is(body, Refusal) ? body.errorCode : undefined
  if (refusesFor(status) && code !== underWay)
    throw refusedWith(status, chargeMessages.rejected(gateways.adyen, code ?? status))
  if (status !== 200 || !is(body, Paid)) throw new Error(`Adyen answered ${status} to a charge`)
  const { resultCode, pspReference: reference = null, refusalReasonCode = 'unknown' } = body
  if (resultCode === 'Authorised') return { result: 'paid', reference }
  if (is(resultCode, Processing)) {
    if (reference === null) throw new Error('Adyen accepted a payment and gave no ID of it')
    return { result: 'processing', reference }
  }
  if (!is(resultCode, Failure)) return { result: 'waiting', reference }
  return { result: 'failed', decline: { code: refusalReasonCode }, reference }
}

/** Charges the stored card of the payment that failed. Adyen charges once for an idempotency key. */
export const adyenCharge = (platform: ChargingPlatform): Charge => bySetup(platform, charge)

/** Adyen's API has no call that reads a payment: only its events tell the outcome. */
export const findAdyenCharge = (): FindCharge => () => Promise.resolve(null)
