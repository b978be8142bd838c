import { string, type } from 'superstruct'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { is } from '#shared/engine/is.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendProviderRequest, buildBasicAuth } from '../providerHttp.ts'
import type { ProviderResponse } from '../providerHttp.ts'
import type { PaymentCredentials } from '#server/platform/areas/payments/setups/paymentSetup.ts'

type PaypalPlatform = Pick<Platform, 'outgoing' | 'endpoints'> & { signal?: AbortSignal }

/** Returns PayPal's base URL for a mode. */
const getPaypalUrl = ({ endpoints }: Pick<Platform, 'endpoints'>, mode: PaymentMode) =>
  endpoints['paypal'] ?? `https://api-m.${mode === 'live' ? '' : 'sandbox.'}paypal.com`

/** Requests an access token from PayPal. */
export const requestPaypalToken = (
  platform: PaypalPlatform,
  { mode, publishable, secret }: Pick<PaymentCredentials, 'mode' | 'publishable' | 'secret'>,
): Promise<ProviderResponse> =>
  sendProviderRequest(
    { platform, signal: platform.signal },
    {
      url: `${getPaypalUrl(platform, mode)}/v1/oauth2/token`,
      provider: gateways.paypal,
      method: 'POST',
      headers: {
        authorization: buildBasicAuth(publishable ?? '', secret ?? ''),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    },
  )

/** Fetches an access token; null if PayPal rejects the client. Throws if PayPal doesn't answer. */
export async function fetchPaypalToken(
  platform: PaypalPlatform,
  credentials: PaymentCredentials,
): Promise<string | null> {
  if (credentials.publishable === null || credentials.secret === null) return null
  const { status, body } = await requestPaypalToken(platform, credentials)
  if (isDefiniteRejection(status)) return null
  if (status !== 200 || !is(body, type({ access_token: string() })))
    throw new Error(`PayPal answered ${status} to a sign-in`)
  return body.access_token
}

type PaypalRequest = { path: string; token: string; body?: string; id?: string }

/** Sends a request to PayPal: a POST if it has a body. A request ID makes it idempotent. */
export const sendPaypalRequest = (
  platform: PaypalPlatform,
  mode: PaymentMode,
  { path, token, body, id }: PaypalRequest,
) =>
  sendProviderRequest(
    { platform, signal: platform.signal },
    {
      url: getPaypalUrl(platform, mode) + path,
      provider: gateways.paypal,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(id === undefined ? {} : { 'paypal-request-id': id, prefer: 'return=representation' }),
      },
      ...(body === undefined ? {} : { body }),
    },
  )
