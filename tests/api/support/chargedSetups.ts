import { startAdyen, defaultAdyenState } from '#scripts/mockProviders/adyen.ts'
import { startBraintree, defaultBraintreeState } from '#scripts/mockProviders/braintree.ts'
import { startPaypal, defaultPaypalState } from '#scripts/mockProviders/paypal.ts'
import { startStripe, defaultStripeState } from '#scripts/mockProviders/stripe.ts'
import { buildSealedColumns } from '#server/platform/core/records/secrets.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { insertRows, buildSampleValues } from './records.ts'

/** Starts a mock of each provider that charges cards. */
export async function startPaymentProviders() {
  const providers = {
    stripe: await startStripe(),
    adyen: await startAdyen(),
    paypal: await startPaypal(),
    braintree: await startBraintree(),
  }
  return {
    ...providers,
    endpoints: Object.fromEntries(Object.entries(providers).map(([name, { url }]) => [name, url])),
    /** Returns the number of charges at each provider. */
    charges: () => ({
      stripe: providers.stripe.charges.size,
      adyen: providers.adyen.charges.size,
      paypal: providers.paypal.charges.size,
      braintree: providers.braintree.charges.length,
    }),
    stop: () => Object.values(providers).forEach(({ stop }) => stop()),
  }
}

const credentials = {
  stripe: { open: {}, secret: defaultStripeState.keys[0] ?? '' },
  adyen: {
    open: { merchantAccount: defaultAdyenState.merchantAccount },
    secret: defaultAdyenState.key,
  },
  paypal: {
    open: { testPublishableKey: defaultPaypalState.client },
    secret: defaultPaypalState.secret,
  },
  braintree: {
    open: { testPublishableKey: defaultBraintreeState.publicKey },
    secret: defaultBraintreeState.privateKey,
  },
}
export type Charger = keyof typeof credentials
export const chargerNames = Object.keys(credentials) as Charger[] // The keys of `credentials`.

/** Inserts an active setup of each provider for a store. */
export async function insertPaymentSetups(
  platform: Pick<TestPlatform, 'platform'>,
  storeId: number,
): Promise<void> {
  const { db, secrets } = platform.platform
  for (const provider of chargerNames) {
    const { open, secret } = credentials[provider]
    const [setup] = await insertRows(platform as TestPlatform, paymentSetups, [
      {
        ...buildSampleValues(paymentSetups),
        ...open,
        name: provider,
        provider,
        storeIds: [storeId],
        state: 'active',
        testSecretKey: null,
      },
    ])
    const id = setup?.id ?? 0
    const now = new Date().toISOString()
    const sealed = buildSealedColumns(paymentSetups, { platform: { secrets } as never, now }, id, {
      testSecretKey: secret,
    })
    await withRecordTables(db)
      .updateTable('paymentSetups')
      .set(sealed)
      .where('id', '=', id)
      .execute()
  }
}
