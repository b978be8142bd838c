import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import { refusesFor } from '#server/platform/core/outgoing/request.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { askProvider, basic } from '../setups/asking.ts'
import type { Told } from '../setups/asking.ts'
import type { Credentials } from '../setups/setUp.ts'

type Asks = Pick<Platform, 'outgoing' | 'endpoints'> & { signal?: AbortSignal }

/** Where PayPal is asked, in this mode. */
export const paypalAt = ({ endpoints }: Pick<Platform, 'endpoints'>, mode: PaymentMode) =>
  endpoints['paypal'] ?? `https://api-m.${mode === 'live' ? '' : 'sandbox.'}paypal.com`

/** Signs in at PayPal. */
export const signInAtPaypal = (
  platform: Asks,
  { mode, publishable, secret }: Pick<Credentials, 'mode' | 'publishable' | 'secret'>,
): Promise<Told> =>
  askProvider(
    { platform, signal: platform.signal },
    {
      url: `${paypalAt(platform, mode)}/v1/oauth2/token`,
      provider: 'PayPal',
      method: 'POST',
      headers: {
        authorization: basic(publishable ?? '', secret ?? ''),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    },
  )

/** A token of the client; null where PayPal refuses it. Fails where PayPal does not answer. */
export async function tokenOf(platform: Asks, by: Credentials): Promise<string | null> {
  if (by.publishable === null || by.secret === null) return null
  const { status, body } = await signInAtPaypal(platform, by)
  if (refusesFor(status)) return null
  if (status !== 200 || !is(body, type({ access_token: string() })))
    throw new Error(`PayPal answered ${status} to a sign-in`)
  return body.access_token
}

type Request = { path: string; token: string; body?: string; id?: string }

/** Asks PayPal; what has a body is posted, and of an id it does one thing once. */
export const askPaypal = (platform: Asks, mode: PaymentMode, { path, token, body, id }: Request) =>
  askProvider(
    { platform, signal: platform.signal },
    {
      url: paypalAt(platform, mode) + path,
      provider: 'PayPal',
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(id === undefined ? {} : { 'paypal-request-id': id, prefer: 'return=representation' }),
      },
      ...(body === undefined ? {} : { body }),
    },
  )
