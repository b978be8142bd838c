import type { PlannedGateway } from './rows.ts'

type MockKeys = { publishable?: string; secret: string; webhook?: string }

/**
 * The credentials of the demo data's payment setups. Only the mock providers (`npm run mockProviders`) accept
 * them, so each setup can be tested.
 */
export const mockProviderKeys: Record<PlannedGateway, { test: MockKeys; live: MockKeys }> = {
  stripe: {
    test: {
      publishable: 'pk_test_mockProvider0123456789',
      secret: 'sk_test_mockProvider0123456789',
    },
    live: {
      publishable: 'pk_live_mockProvider0123456789',
      secret: 'sk_live_mockProvider0123456789',
      webhook: 'whsec_mockProvider0123456789',
    },
  },
  adyen: {
    test: { secret: 'AQE-mock-provider-7H2K' },
    live: {
      publishable: 'live_Q7Z2M4X8',
      secret: 'AQE-mock-provider-7H2K',
      webhook: 'A'.repeat(64),
    },
  },
  paypal: {
    test: { publishable: 'AMockProvider', secret: 'EMockProvider' },
    live: { publishable: 'AMockProvider', secret: 'EMockProvider', webhook: 'WH1STANDIN' },
  },
  braintree: {
    test: { publishable: 'publicstandin', secret: 'privatestandin' },
    live: { publishable: 'publicstandin', secret: 'privatestandin' },
  },
}

/** The merchant account at Adyen, and the previous one, which Adyen has closed. */
export const adyenMerchantAccount = { open: 'MerchandiseECOM', closed: 'MerchandiseOldECOM' }
export const adyenUrlPrefix = '1797a841fbb37ca7-Merchandise'

/** The key of the live account for gift cards. Live keys begin with "wg". */
export const mockGiftCardKey = 'wgstandin0000000000000000'
