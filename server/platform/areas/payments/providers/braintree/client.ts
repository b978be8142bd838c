import { array, optional, string, type } from 'superstruct'
import type { Struct } from 'superstruct'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { is } from '#shared/engine/is.ts'
import { isDefiniteRejection } from '#server/platform/core/outgoing/sendRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendProviderRequest, buildBasicAuth } from '../providerHttp.ts'
import type { ProviderResponse } from '../providerHttp.ts'
import { createNotAttemptedError } from '../withActiveSetup.ts'
import type { PaymentCredentials } from '#server/platform/areas/payments/setups/paymentSetup.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { chargeMessages } from '../messages.ts'

const BraintreeErrors = type({
  errors: array(type({ extensions: optional(type({ errorClass: optional(string()) })) })),
})

/**
 * Returns the class of an error response; null if there is no error. Errors come with status 200.
 */
export const getBraintreeErrorClass = ({ body }: ProviderResponse): string | null =>
  is(body, BraintreeErrors) ? (body.errors[0]?.extensions?.errorClass ?? 'UNKNOWN') : null

type BraintreeContext = {
  platform: Pick<Platform, 'outgoing' | 'endpoints'>
  credentials: PaymentCredentials
  signal?: AbortSignal
}

const getBraintreeUrl = ({ endpoints }: Pick<Platform, 'endpoints'>, mode: PaymentMode) =>
  endpoints['braintree'] ?? `https://payments.${mode === 'live' ? '' : 'sandbox.'}braintree-api.com`

/** Sends one query or mutation. */
export const sendBraintreeRequest = (
  { platform, credentials, signal }: BraintreeContext,
  query: string,
  variables: object = {},
): Promise<ProviderResponse> =>
  sendProviderRequest(
    { platform, signal },
    {
      url: `${getBraintreeUrl(platform, credentials.mode)}/graphql`,
      provider: gateways.braintree,
      method: 'POST',
      headers: {
        authorization: buildBasicAuth(credentials.publishable ?? '', credentials.secret ?? ''),
        'braintree-version': '2019-01-01',
      },
      json: { query, variables },
    },
  )

/** Errors that guarantee that nothing was charged. */
const rejectionClasses = [
  'AUTHENTICATION',
  'AUTHORIZATION',
  'VALIDATION',
  'NOT_FOUND',
  'UNSUPPORTED_CLIENT',
]

/**
 * Sends a query that a charge or a refund needs. The error that `createError` creates means that
 * nothing happened; after any other error the outcome is unknown. Braintree has no idempotency keys.
 */
export async function queryBraintree<Data>(
  context: BraintreeContext,
  query: string,
  variables: object,
  expected: Struct<Data>,
  { createError = createNotAttemptedError }: { createError?: (why: string) => Error } = {},
): Promise<Data> {
  const response = await sendBraintreeRequest(context, query, variables)
  const errorClass = getBraintreeErrorClass(response)
  if (errorClass ? rejectionClasses.includes(errorClass) : isDefiniteRejection(response.status))
    throw createError(chargeMessages.rejected(gateways.braintree, errorClass ?? response.status))
  const { data }: { data?: unknown } = Object(response.body)
  if (errorClass || response.status !== 200 || !is(data, expected))
    throw new Error(`Braintree answered ${errorClass ?? response.status} to a query`)
  return data
}
