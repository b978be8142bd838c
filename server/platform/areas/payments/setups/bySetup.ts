import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/attempts.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { NotAsked } from '../charges/charge.ts'
import type { Charge, ChargeRequest, ChargeResult, FindCharge } from '../charges/charge.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { asSetup, credentialsOf } from './setUp.ts'
import type { Credentials, PaymentSetup } from './setUp.ts'
import { chargeMessages } from '../providers/messages.ts'

/** What charges work with: the platform without them. */
export type ChargingPlatform = Omit<Platform, 'chargers' | 'chargeFinders'>

export type Charging = {
  platform: ChargingPlatform
  setup: PaymentSetup
  credentials: Credentials & { secret: string }
  /** The provider's own id of the payment that failed last. */
  failed: string
}

/** Says that nothing was charged, and why. */
export const notCharged = (why: string, Kind?: typeof NotAsked) =>
  notPossible(chargeMessages.nothingCharged(why), Kind)

/** Says that the provider was not asked to charge, and why. */
export const notAsked = (why: string) => notCharged(why, NotAsked)

/** The setup by which a store takes payments at this moment. */
async function activeSetup({ db }: ChargingPlatform, { storeId, gateway }: ChargeRequest) {
  const { rows } = await sql<PaymentSetup>`
    select * from payment_setups where provider = ${gateway} and state in ('active', 'degraded')
      and ${storeId} = any(store_ids) order by id limit 1`.execute(db)
  return rows[0] && asSetup(rows[0])
}

/** Charges by the setup that is active for the store; what no setup can charge is refused. */
export const bySetup =
  (
    platform: ChargingPlatform,
    charge: (given: Charging, request: ChargeRequest) => Promise<ChargeResult>,
  ): Charge =>
  async (request) => {
    const name = gateways[request.gateway]
    const setup = await activeSetup(platform, request)
    if (!setup) throw notAsked(chargeMessages.noActiveSetup(name))
    if (request.reference === null) throw notCharged(chargeMessages.noFailedPayment(name))
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const { secret, ...credentials } = credentialsOf(setup, secrets)
    if (!secret) throw notAsked(chargeMessages.noSecretKey)
    const given = { platform, setup, credentials: { ...credentials, secret } }
    return charge({ ...given, failed: request.reference }, request)
  }

/** What a question about a payment works with. */
export type Finding = Omit<Charging, 'failed'>

/** Asks about a payment by the setup of the store, whether or not it takes payments now; null without one. */
export const findBySetup =
  (
    platform: ChargingPlatform,
    find: (given: Finding, request: ChargeRequest, paymentId: string) => ReturnType<FindCharge>,
  ): FindCharge =>
  async (request, paymentId) => {
    const { rows } = await sql<PaymentSetup>`
      select * from payment_setups where provider = ${request.gateway} and ${request.storeId} = any(store_ids)
      order by state in ('active', 'degraded') desc, id limit 1`.execute(platform.db)
    const setup = rows[0] && asSetup(rows[0])
    if (!setup) return null
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const { secret, ...credentials } = credentialsOf(setup, secrets)
    if (!secret) return null
    return find({ platform, setup, credentials: { ...credentials, secret } }, request, paymentId)
  }

/** What an answer to a charge refuses. Who asks is looked at before the key of the charge is. */
export const refusedWith = (status: number, why: string) =>
  status === 401 || status === 403 ? notAsked(why) : notCharged(why)
