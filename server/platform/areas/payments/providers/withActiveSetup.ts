import { sql } from 'kysely'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { ChargeNotAttempted } from './charge.ts'
import type { ChargeOrder, ChargeRequest, ChargeResult, FindCharge } from './charge.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { toPaymentSetup, getCredentials } from '../setups/paymentSetup.ts'
import type { PaymentCredentials, PaymentSetup } from '../setups/paymentSetup.ts'
import { chargeMessages } from './messages.ts'

export type ChargeContext = {
  platform: Platform
  setup: PaymentSetup
  credentials: PaymentCredentials & { secret: string }
  /** The provider's own ID of the payment that failed last. */
  failedPaymentId: string
}

/** Creates an error that says that nothing was charged, and why. */
export const createNotChargedError = (why: string, Kind?: typeof ChargeNotAttempted) =>
  invalidState(chargeMessages.nothingCharged(why), Kind)

/** Creates an error that says that the provider got no charge request, and why. */
export const createNotAttemptedError = (why: string) =>
  createNotChargedError(why, ChargeNotAttempted)

/** Finds the setup that takes payments for a store now. */
export async function findActiveSetup(
  connection: Connection,
  { storeId, gateway }: Pick<ChargeRequest, 'storeId' | 'gateway'>,
) {
  const { rows } = await sql<PaymentSetup>`
    select * from payment_setups where provider = ${gateway} and state in ('active', 'degraded')
      and ${storeId} = any(store_ids) order by id limit 1`.execute(connection)
  return rows[0] && toPaymentSetup(rows[0])
}

/** Charges with the store's active setup. Rejects a charge that no setup can make. */
export const withActiveSetup =
  (charge: (given: ChargeContext, request: ChargeRequest) => Promise<ChargeResult>): ChargeOrder =>
  async (platform, request) => {
    const name = gateways[request.gateway]
    const setup = await findActiveSetup(platform.db, request)
    if (!setup) throw createNotAttemptedError(chargeMessages.noActiveSetup(name))
    if (request.reference === null)
      throw createNotChargedError(chargeMessages.noFailedPayment(name))
    const secrets = await openSecrets(platform, paymentSetups, setup)
    const { secret, ...credentials } = getCredentials(setup, secrets)
    if (!secret) throw createNotAttemptedError(chargeMessages.noSecretKey)
    const context = { platform, setup, credentials: { ...credentials, secret } }
    return charge({ ...context, failedPaymentId: request.reference }, request)
  }

/** The context of a payment lookup. */
export type ChargeLookupContext = Omit<ChargeContext, 'failedPaymentId'>

/** Looks up with the store's setup, even if it takes no payments now; null without one. */
export const withStoreSetup =
  (
    find: (
      given: ChargeLookupContext,
      request: ChargeRequest,
      paymentId: string,
    ) => ReturnType<FindCharge>,
  ): FindCharge =>
  async (platform, request, paymentId) => {
    const context = await openStoreSetup(platform, request)
    return context && find(context, request, paymentId)
  }

type ChargedSetup = { setupId: number | null; mode: PaymentMode | null }

/**
 * Opens the setup that made a charge, in its mode then; if that isn't known, the store's setup,
 * even if it takes no payments now. Null without one or its secret.
 */
export async function openStoreSetup(
  platform: Platform,
  { gateway, storeId }: Pick<ChargeRequest, 'gateway' | 'storeId'>,
  { setupId, mode }: ChargedSetup = { setupId: null, mode: null },
): Promise<ChargeLookupContext | null> {
  const isCharger = sql`id is not distinct from ${setupId}::int`
  const { rows } = await sql<PaymentSetup>`
    select * from payment_setups
    where provider = ${gateway} and (${isCharger} or ${storeId} = any(store_ids))
    order by ${isCharger} desc, state in ('active', 'degraded') desc, id limit 1`.execute(
    platform.db,
  )
  const setup = rows[0] && toPaymentSetup(rows[0])
  if (!setup) return null
  const secrets = await openSecrets(platform, paymentSetups, setup)
  const isKnown = setup.id === setupId && mode !== null
  const { secret, ...credentials } = getCredentials(setup, secrets, isKnown ? mode : setup.mode)
  return secret ? { platform, setup, credentials: { ...credentials, secret } } : null
}

/**
 * Creates the error for a rejected charge. Providers check credentials before the key, so a 401 or
 * 403 says nothing about an earlier request with the same key.
 */
export const createRejectedChargeError = (status: number, why: string) =>
  status === 401 || status === 403 ? createNotAttemptedError(why) : createNotChargedError(why)
