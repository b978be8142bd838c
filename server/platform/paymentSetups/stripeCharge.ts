import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { paymentSetups } from '#shared/resources/paymentSetups.ts'
import { Refusal } from '../http/refusal.ts'
import { openSecrets } from '../integrations/settings.ts'
import type { Charge, ChargeRequest, ChargeResult } from '../payments/charge.ts'
import type { Platform } from '../platform.ts'
import { asSetup, credentialsOf } from './setUp.ts'
import type { PaymentSetup } from './setUp.ts'
import { stripeWith } from './stripe.ts'

const refuse = (detail: string) =>
  new Refusal(409, 'wrong_state', 'Not possible as it is', { detail })

/** The setup by which a store takes payments at this moment. */
async function activeSetup({ db }: Pick<Platform, 'db'>, { storeId, gateway }: ChargeRequest) {
  const { rows } = await sql<PaymentSetup>`
    select * from payment_setups where provider = ${gateway} and state in ('active', 'degraded')
      and ${storeId} = any(store_ids)`.execute(db)
  return rows[0] && asSetup(rows[0])
}

/**
 * Charges the card of the payment that failed last. Stripe charges once for a key, and tells the same again to whoever asks with
 * it; of what it does not answer nobody knows, so that is asked again.
 */
export const stripeCharge =
  (platform: Omit<Platform, 'chargers'>): Charge =>
  async (request) => {
    const setup = await activeSetup(platform, request)
    if (!setup) throw refuse('Nothing was charged: no setup for payments by Stripe is active here.')
    if (request.reference === null)
      throw refuse('Nothing was charged: Stripe did not tell which card the order was paid with.')
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const { secret } = credentialsOf(setup, secrets)
    if (!secret) throw refuse('Nothing was charged: the setup has no secret key.')
    return ask(stripeWith(platform, secret), request, request.reference)
  }

const idOf = (of: string | { id: string } | null) => (typeof of === 'string' ? of : of?.id)

async function ask(
  stripe: Stripe,
  { key, amount, currency, orderId }: ChargeRequest,
  failed: string,
): Promise<ChargeResult> {
  const before = await stripe.charges.retrieve(failed)
  const [customer, method] = [idOf(before.customer), before.payment_method]
  try {
    const { status, latest_charge: charge } = await stripe.paymentIntents.create(
      {
        amount,
        currency: currency.toLowerCase(),
        ...(customer ? { customer } : {}),
        ...(method ? { payment_method: method } : {}),
        off_session: true,
        confirm: true,
        metadata: { order: String(orderId) },
      },
      { idempotencyKey: key },
    )
    if (status === 'succeeded') return { result: 'paid', reference: idOf(charge) ?? null }
    return { result: 'waiting' }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    const { decline_code: declined, code, advice_code: advice, charge } = error
    return {
      result: 'failed',
      decline: { code: declined ?? code ?? 'unknown', advice },
      reference: charge ?? null,
    }
  }
}
