import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendProviderRequest } from '../providerHttp.ts'
import type {
  PaymentCredentials,
  PaymentSetup,
} from '#server/platform/areas/payments/setups/paymentSetup.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'

type AdyenContext = {
  platform: Pick<Platform, 'outgoing' | 'endpoints'>
  setup: PaymentSetup
  credentials: PaymentCredentials
  signal?: AbortSignal
}

export const getAdyenManagementUrl = ({ platform, credentials }: AdyenContext) =>
  platform.endpoints['adyen'] ?? `https://management-${credentials.mode}.adyen.com`

/** The URL of the Checkout API. In live mode, each company has its own host. */
export const getAdyenCheckoutUrl = ({ platform, credentials, setup }: AdyenContext) => {
  if (platform.endpoints['adyen'] !== undefined) return `${platform.endpoints['adyen']}/v72`
  return credentials.mode === 'test'
    ? 'https://checkout-test.adyen.com/v72'
    : `https://${setup.liveUrlPrefix}-checkout-live.adyenpayments.com/checkout/v72`
}

/** Returns the merchant account as a URL segment. */
export const encodeMerchantAccount = ({ setup }: Pick<AdyenContext, 'setup'>) =>
  encodeURIComponent(setup.merchantAccount ?? '')

/** Whether the URL's host begins with the live prefix that an operator entered. */
export const hasLiveUrlPrefix = (url: string) =>
  new URL(url).hostname.endsWith('.adyenpayments.com')

/**
 * Sends a request to Adyen. `once` is an idempotency key: a repeated request returns the first
 * response.
 */
export const sendAdyenRequest = (
  { platform, credentials, signal }: AdyenContext,
  url: string,
  { json, once }: { json?: object; once?: string } = {},
) =>
  sendProviderRequest(
    { platform, signal },
    {
      url,
      ...(hasLiveUrlPrefix(url) ? {} : { provider: gateways.adyen }),
      method: json ? 'POST' : 'GET',
      headers: {
        'x-api-key': credentials.secret ?? '',
        ...(once ? { 'idempotency-key': once } : {}),
      },
      ...(json ? { json } : {}),
    },
  )
