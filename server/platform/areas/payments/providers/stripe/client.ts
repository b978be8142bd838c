import { Stripe } from 'stripe'
import { failStep } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { paymentProviderMessages } from '../messages.ts'
import { stripeMessages } from './messages.ts'

/**
 * Creates Stripe's own client. It sends requests only through `outgoing`, retries nothing, and
 * sends no telemetry.
 */
export function createStripeClient(
  { outgoing, endpoints }: Pick<Platform, 'outgoing' | 'endpoints'>,
  key: string,
  signal?: AbortSignal,
): Stripe {
  const baseUrl = endpoints.stripe === undefined ? null : new URL(endpoints.stripe)
  return new Stripe(key, {
    maxNetworkRetries: 0,
    telemetry: false,
    ...(baseUrl && {
      host: baseUrl.hostname,
      port: baseUrl.port,
      protocol: baseUrl.protocol === 'http:' ? 'http' : 'https',
    }),
    httpClient: Stripe.createFetchHttpClient(async (input, init = {}) => {
      const response = await outgoing.request({
        url: String(input),
        provider: gateways.stripe,
        method: init.method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' && init.body !== '' ? { body: init.body } : {}),
        ...(signal ? { signal } : {}),
      })
      const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      return new Response(new Uint8Array(response.body), { status: response.status, headers })
    }),
  })
}

/**
 * Converts a Stripe error to a failed step in our own words, because Stripe's message may repeat a
 * key. Rethrows connection errors, which have their own sentence.
 */
export function toStripeFailure(
  error: unknown,
  secretField: string,
  resourceName: string,
): StepResult {
  if (error instanceof NetworkError) throw error
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return error.code === 'api_key_expired'
      ? failStep('api_key_expired', stripeMessages.keyExpired, secretField)
      : failStep('invalid_api_key', stripeMessages.unknownKey, secretField)
  if (error instanceof Stripe.errors.StripePermissionError)
    return failStep('no_permission', stripeMessages.cannotRead(resourceName), secretField)
  if (error instanceof Stripe.errors.StripeRateLimitError)
    return failStep('rate_limit', paymentProviderMessages.rateLimited(gateways.stripe))
  if (error instanceof Stripe.errors.StripeConnectionError)
    throw error.detail instanceof NetworkError ? error.detail : error
  if (error instanceof Stripe.errors.StripeError)
    return failStep(
      error.code ?? error.type,
      paymentProviderMessages.unexpectedStatus(gateways.stripe, error.statusCode ?? 'unknown'),
    )
  throw error
}
