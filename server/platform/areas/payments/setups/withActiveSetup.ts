import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/attempts.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { ChargeNotAttempted } from '../charges/types.ts'
import type { Charger, ChargeRequest, ChargeResult, ChargeFinder } from '../charges/types.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { toPaymentSetup, getCredentials } from './paymentSetup.ts'
import type { PaymentCredentials, PaymentSetup } from './paymentSetup.ts'
import { chargeMessages } from '../providers/messages.ts'

/** What charges work with: the platform without them. */
export type ChargingPlatform = Omit<Platform, 'chargers' | 'chargeFinders'>

export type ChargeContext = {
  platform: ChargingPlatform
  setup: PaymentSetup
  credentials: PaymentCredentials & { secret: string }
  /** The provider's own id of the payment that failed last. */
  failedPaymentId: string
}

/** Says that nothing was charged, and why. */
export const createNotChargedError = (why: string, Kind?: typeof ChargeNotAttempted) =>
  invalidState(chargeMessages.nothingCharged(why), Kind)

/** Says that the provider was not asked to charge, and why. */
export const createNotAttemptedError = (why: string) =>
  createNotChargedError(why, ChargeNotAttempted)

/** The setup by which a store takes payments at this moment. */
async function findActiveSetup({ db }: ChargingPlatform, { storeId, gateway }: ChargeRequest) {
  const { rows } = await sql<PaymentSetup>`
    select * from payment_setups where provider = ${gateway} and state in ('active', 'degraded')
      and ${storeId} = any(store_ids) order by id limit 1`.execute(db)
  return rows[0] && toPaymentSetup(rows[0])
}

/** Charges by the setup that is active for the store; what no setup can charge is refused. */
export const withActiveSetup =
  (
    platform: ChargingPlatform,
    charge: (given: ChargeContext, request: ChargeRequest) => Promise<ChargeResult>,
  ): Charger =>
  async (request) => {
    const name = gateways[request.gateway]
    const setup = await findActiveSetup(platform, request)
    if (!setup) throw createNotAttemptedError(chargeMessages.noActiveSetup(name))
    if (request.reference === null)
      throw createNotChargedError(chargeMessages.noFailedPayment(name))
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const { secret, ...credentials } = getCredentials(setup, secrets)
    if (!secret) throw createNotAttemptedError(chargeMessages.noSecretKey)
    const given = { platform, setup, credentials: { ...credentials, secret } }
    return charge({ ...given, failedPaymentId: request.reference }, request)
  }

/** What a question about a payment works with. */
export type ChargeLookupContext = Omit<ChargeContext, 'failedPaymentId'>

/** Asks about a payment by the setup of the store, whether or not it takes payments now; null without one. */
export const withStoreSetup =
  (
    platform: ChargingPlatform,
    find: (
      given: ChargeLookupContext,
      request: ChargeRequest,
      paymentId: string,
    ) => ReturnType<ChargeFinder>,
  ): ChargeFinder =>
  async (request, paymentId) => {
    const { rows } = await sql<PaymentSetup>`
      select * from payment_setups where provider = ${request.gateway} and ${request.storeId} = any(store_ids)
      order by state in ('active', 'degraded') desc, id limit 1`.execute(platform.db)
    const setup = rows[0] && toPaymentSetup(rows[0])
    if (!setup) return null
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const { secret, ...credentials } = getCredentials(setup, secrets)
    if (!secret) return null
    return find({ platform, setup, credentials: { ...credentials, secret } }, request, paymentId)
  }

/** What an answer to a charge refuses. Who asks is looked at before the key of the charge is. */
export const createRejectedError = (status: number, why: string) =>
  status === 401 || status === 403 ? createNotAttemptedError(why) : createNotChargedError(why)
