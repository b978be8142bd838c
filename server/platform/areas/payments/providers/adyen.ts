import type { Platform } from '#server/platform/core/platform/platform.ts'
import { askProvider } from '../setups/asking.ts'
import type { Credentials, PaymentSetup } from '../setups/setUp.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

export type AsksAdyen = {
  platform: Pick<Platform, 'outgoing' | 'endpoints'>
  setup: PaymentSetup
  credentials: Credentials
  signal?: AbortSignal
}

export const adyenManagement = ({ platform, credentials }: AsksAdyen) =>
  platform.endpoints['adyen'] ?? `https://management-${credentials.mode}.adyen.com`

/** Where payments are made; live ones have a host of each company's own. */
export const adyenCheckout = ({ platform, credentials, setup }: AsksAdyen) => {
  if (platform.endpoints['adyen'] !== undefined) return `${platform.endpoints['adyen']}/v72`
  return credentials.mode === 'test'
    ? 'https://checkout-test.adyen.com/v72'
    : `https://${setup.liveUrlPrefix}-checkout-live.adyenpayments.com/checkout/v72`
}

/** The merchant account as a part of an address. */
export const merchantOf = ({ setup }: Pick<AsksAdyen, 'setup'>) =>
  encodeURIComponent(setup.merchantAccount ?? '')

/** Such a host begins with the prefix that an operator typed. */
export const isPrefixed = (url: string) => new URL(url).hostname.endsWith('.adyenpayments.com')

/** Asks Adyen; with `once` it does what is asked one time, and tells the same again. */
export const askAdyen = (
  { platform, credentials, signal }: AsksAdyen,
  url: string,
  { json, once }: { json?: object; once?: string } = {},
) =>
  askProvider(
    { platform, signal },
    {
      url,
      ...(isPrefixed(url) ? {} : { provider: gateways.adyen }),
      method: json ? 'POST' : 'GET',
      headers: {
        'x-api-key': credentials.secret ?? '',
        ...(once ? { 'idempotency-key': once } : {}),
      },
      ...(json ? { json } : {}),
    },
  )
