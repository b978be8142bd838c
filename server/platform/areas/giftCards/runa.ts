import { array, optional, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { runaSides } from '#shared/areas/giftCards/environments.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import { jsonOf } from '#server/platform/core/outgoing/jsonOf.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { runaErrorMessages, runaMessages } from './messages.ts'

/** The account that is asked: one side of Runa, with its key. */
export type RunaAccount = { environment: GiftCardEnvironment; apiKey: string }

/** What Runa refused, by its own `type` of the error, in our words: its text may echo a key. */
export class RunaRefusal extends Error {
  override name = 'RunaRefusal'
  readonly status: number
  readonly type: string
  /** Where in the request the fault is: `items.0.face_value`. */
  readonly locations: readonly string[]
  constructor(status: number, refused: string, locations: readonly string[] = []) {
    super(sentenceOf(status, refused, locations))
    this.status = status
    this.type = refused
    this.locations = locations
  }
}

function sentenceOf(status: number, refused: string, locations: readonly string[]): string {
  const known = runaErrorMessages[refused]
  if (known) return known
  if (status === 401) return runaMessages.keyNotRecognized
  if (status === 429) return runaMessages.tooManyRequests
  if (status === 422) return runaMessages.orderRejected(locations)
  if (status >= 500) return runaMessages.failed(status)
  return runaMessages.rejected(/^[\w-]{1,60}$/.test(refused) ? refused : status)
}

const Refused = type({
  type: string(),
  details: optional(array(type({ location: array(string()) }))),
})
const version = '2024-02-05'

type RunaCall = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
  signal?: AbortSignal
}

/** One call of Runa. Rejects with a `RunaRefusal`, or with the `OutgoingFault` of a connection. */
export async function askRuna(
  { runaEndpoint, outgoing }: Pick<Platform, 'runaEndpoint' | 'outgoing'>,
  { environment, apiKey }: RunaAccount,
  { method = 'GET', path, headers = {}, body, signal }: RunaCall,
): Promise<unknown> {
  const reply = await outgoing.request({
    url: runaEndpoint.replace('{host}', runaSides[environment].host) + path,
    method,
    provider: 'Runa',
    headers: {
      'x-api-key': apiKey,
      'x-api-version': version,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  })
  const answer = jsonOf(reply)
  if (reply.status < 300) return answer
  if (!is(answer, Refused)) throw new RunaRefusal(reply.status, `HTTP_${reply.status}`)
  const locations = (answer.details ?? []).map(({ location }) =>
    location.filter((part) => /^\w{1,40}$/.test(part)).join('.'),
  )
  throw new RunaRefusal(reply.status, answer.type, locations)
}
