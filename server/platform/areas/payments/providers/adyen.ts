import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendProviderRequest } from '../setups/providerHttp.ts'
import type { PaymentCredentials, PaymentSetup } from '../setups/paymentSetup.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

export type AdyenContext = {
  platform: Pick<Platform, 'outgoing' | 'endpoints'>
  setup: PaymentSetup
  credentials: PaymentCredentials
  signal?: AbortSignal
}

export const getAdyenManagementUrl = ({ platform, credentials }: AdyenContext) =>
  platform.endpoints['adyen'] ?? `https://management-${credentials.mode}.adyen.com`

/** Where payments are made; live ones have a host of each company's own. */
export const getAdyenCheckoutUrl = ({ platform, credentials, setup }: AdyenContext) => {
  if (platform.endpoints['adyen'] !== undefined) return `${platform.endpoints['adyen']}/v72`
  return credentials.mode === 'test'
    ? 'https://checkout-test.adyen.com/v72'
    : `https://${setup.liveUrlPrefix}-checkout-live.adyenpayments.com/checkout/v72`
}

/** The merchant account as a part of an address. */
export const encodeMerchantAccount = ({ setup }: Pick<AdyenContext, 'setup'>) =>
  encodeURIComponent(setup.merchantAccount ?? '')

/** Such a host begins with the prefix that an operator typed. */
export const hasLiveUrlPrefix = (url: string) =>
  new URL(url).hostname.endsWith('.adyenpayments.com')

/** Asks Adyen; with `once` it does what is asked one time, and tells the same again. */
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
