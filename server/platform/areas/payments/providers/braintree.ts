import { array, optional, string, type } from 'superstruct'
import type { Struct } from 'superstruct'
import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import { is } from '#shared/engine/is.ts'
import { refusesFor } from '#server/platform/core/outgoing/request.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { askProvider, basic } from '../setups/asking.ts'
import type { Told } from '../setups/asking.ts'
import { notAsked } from '../setups/bySetup.ts'
import type { Credentials } from '../setups/setUp.ts'
import { chargeMessages } from './messages.ts'
import { gateways } from '#shared/areas/payments/attempts.ts'

const Errors = type({
  errors: array(type({ extensions: optional(type({ errorClass: optional(string()) })) })),
})

/** The class of the error that an answer is; null where it is none. Errors come with the status 200. */
export const errorClassOf = ({ body }: Told): string | null =>
  is(body, Errors) ? (body.errors[0]?.extensions?.errorClass ?? 'UNKNOWN') : null

export type AsksBraintree = {
  platform: Pick<Platform, 'outgoing' | 'endpoints'>
  credentials: Credentials
  signal?: AbortSignal
}

const at = ({ endpoints }: Pick<Platform, 'endpoints'>, mode: PaymentMode) =>
  endpoints['braintree'] ?? `https://payments.${mode === 'live' ? '' : 'sandbox.'}braintree-api.com`

/** Sends one query or mutation. */
export const sendToBraintree = (
  { platform, credentials, signal }: AsksBraintree,
  query: string,
  variables: object = {},
): Promise<Told> =>
  askProvider(
    { platform, signal },
    {
      url: `${at(platform, credentials.mode)}/graphql`,
      provider: gateways.braintree,
      method: 'POST',
      headers: {
        authorization: basic(credentials.publishable ?? '', credentials.secret ?? ''),
        'braintree-version': '2019-01-01',
      },
      json: { query, variables },
    },
  )

/** These say for sure that nothing came of what was asked. */
const refusals = [
  'AUTHENTICATION',
  'AUTHORIZATION',
  'VALIDATION',
  'NOT_FOUND',
  'UNSUPPORTED_CLIENT',
]

/** Asks for what a charge takes: a `NotAsked` says that nothing came of it, of any other failure nobody knows. Braintree knows no keys. */
export async function askBraintree<Data>(
  asks: AsksBraintree,
  query: string,
  variables: object,
  expected: Struct<Data>,
): Promise<Data> {
  const told = await sendToBraintree(asks, query, variables)
  const refused = errorClassOf(told)
  if (refused ? refusals.includes(refused) : refusesFor(told.status))
    throw notAsked(chargeMessages.rejected(gateways.braintree, refused ?? told.status))
  const { data }: { data?: unknown } = Object(told.body)
  if (refused || told.status !== 200 || !is(data, expected))
    throw new Error(`Braintree answered ${refused ?? told.status} to a charge`)
  return data
}
