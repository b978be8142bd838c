import { array, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { runaEnvironments } from '#shared/areas/giftCards/environments.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import { parseJsonResponse } from '#server/platform/core/outgoing/parseJsonResponse.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { runaErrorMessages, runaMessages } from './messages.ts'

/** An account at Runa: one environment, with its key. */
export type RunaAccount = { environment: GiftCardEnvironment; apiKey: string }

/**
 * An error response from Runa: its `type`, with a message in our words, because Runa's text may
 * contain a key.
 */
export class RunaError extends Error {
  override name = 'RunaError'
  readonly status: number
  readonly type: string
  /** The fields of the request that caused the error, such as `items.0.face_value`. */
  readonly locations: readonly string[]
  constructor(status: number, errorType: string, locations: readonly string[] = []) {
    super(getRunaErrorMessage(status, errorType, locations))
    this.status = status
    this.type = errorType
    this.locations = locations
  }
}

function getRunaErrorMessage(
  status: number,
  errorType: string,
  locations: readonly string[],
): string {
  const message = runaErrorMessages[errorType]
  if (message) return message
  if (status === 401) return runaMessages.keyNotRecognized
  if (status === 429) return runaMessages.tooManyRequests
  if (status === 422) return runaMessages.orderRejected(locations)
  if (status >= 500) return runaMessages.failed(status)
  return runaMessages.rejected(/^[\w-]{1,60}$/.test(errorType) ? errorType : status)
}

const RunaErrorBody = type({
  type: string(),
  details: optional(array(type({ location: array(string()) }))),
})
const runaApiVersion = '2024-02-05'

type RunaRequest = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
  signal?: AbortSignal
}

/** Sends one request to Runa. Rejects with `RunaError` or `NetworkError`. */
export async function sendRunaRequest(
  { runaEndpoint, outgoing }: Pick<Platform, 'runaEndpoint' | 'outgoing'>,
  { environment, apiKey }: RunaAccount,
  { method = 'GET', path, headers = {}, body, signal }: RunaRequest,
): Promise<unknown> {
  const reply = await outgoing.request({
    url: runaEndpoint.replace('{host}', runaEnvironments[environment].host) + path,
    method,
    provider: 'Runa',
    headers: {
      'x-api-key': apiKey,
      'x-api-version': runaApiVersion,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  })
  const responseBody = parseJsonResponse(reply)
  if (reply.status < 300) return responseBody
  if (!is(responseBody, RunaErrorBody)) throw new RunaError(reply.status, `HTTP_${reply.status}`)
  const locations = (responseBody.details ?? []).map(({ location }) =>
    location.filter((part) => /^\w{1,40}$/.test(part)).join('.'),
  )
  throw new RunaError(reply.status, responseBody.type, locations)
}
