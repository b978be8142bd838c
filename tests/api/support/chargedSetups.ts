import { startAdyen, usualAdyen } from '#scripts/standIns/adyen.ts'
import { startBraintree, usualBraintree } from '#scripts/standIns/braintree.ts'
import { startPaypal, usualPaypal } from '#scripts/standIns/paypal.ts'
import { startStripe, usualStripe } from '#scripts/standIns/stripe.ts'
import { buildSealedColumns } from '#server/platform/core/records/secrets.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { insertRows, sampleValues } from './records.ts'

/** Who charges cards, each on this machine. */
export async function startChargers() {
  const started = {
    stripe: await startStripe(),
    adyen: await startAdyen(),
    paypal: await startPaypal(),
    braintree: await startBraintree(),
  }
  return {
    ...started,
    endpoints: Object.fromEntries(Object.entries(started).map(([name, { url }]) => [name, url])),
    /** How many charges each has made. */
    charges: () => ({
      stripe: started.stripe.charged.size,
      adyen: started.adyen.charged.size,
      paypal: started.paypal.charged.size,
      braintree: started.braintree.charged.length,
    }),
    stop: () => Object.values(started).forEach(({ stop }) => stop()),
  }
}

const credentials = {
  stripe: { open: {}, secret: usualStripe.keys[0] ?? '' },
  adyen: { open: { merchantAccount: usualAdyen.merchantAccount }, secret: usualAdyen.key },
  paypal: { open: { testPublishableKey: usualPaypal.client }, secret: usualPaypal.secret },
  braintree: {
    open: { testPublishableKey: usualBraintree.publicKey },
    secret: usualBraintree.privateKey,
  },
}
export type Charger = keyof typeof credentials
export const chargerNames = Object.keys(credentials) as Charger[] // The table's own.

/** Active setups by which a store takes payments at each of them. */
export async function insertSetups(
  platform: Pick<TestPlatform, 'platform'>,
  storeId: number,
): Promise<void> {
  const { db, secrets } = platform.platform
  for (const provider of chargerNames) {
    const { open, secret } = credentials[provider]
    const [made] = await insertRows(platform as TestPlatform, paymentSetups, [
      {
        ...sampleValues(paymentSetups),
        ...open,
        name: provider,
        provider,
        storeIds: [storeId],
        state: 'active',
        testSecretKey: null,
      },
    ])
    const id = made?.id ?? 0
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
