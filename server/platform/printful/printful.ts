import { string, type } from 'superstruct'
import { is } from '#shared/is.ts'
import type { Platform } from '../platform.ts'
import { jsonOf } from '../outgoing/jsonOf.ts'

/** What Printful refused, in our words: its own may echo the token. */
export class PrintfulRefusal extends Error {
  override name = 'PrintfulRefusal'
  readonly status: number
  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

const Refused = type({ error: type({ reason: string() }) })

function refusalOf(status: number, answer: unknown): PrintfulRefusal {
  const reason = is(answer, Refused) ? answer.error.reason : ''
  if (status === 401)
    return new PrintfulRefusal(status, 'Printful does not know this token, or it has expired.')
  if (status === 403)
    return new PrintfulRefusal(status, 'The token may not do this. Make a new one with the scope.')
  if (status === 429)
    return new PrintfulRefusal(status, 'Printful is asked too often. Try again in a minute.')
  if (status >= 500) return new PrintfulRefusal(status, `Printful answered ${status}. Try again.`)
  const named = /^[\w-]{1,60}$/.test(reason) ? reason : String(status)
  return new PrintfulRefusal(status, `Printful refused it as ${named}.`)
}

type PrintfulCall = { path: string; storeId?: number; signal?: AbortSignal }

/** One question to Printful. Rejects with a `PrintfulRefusal`, or with the `OutgoingFault` of a connection. */
export async function askPrintful(
  { printfulEndpoint, outgoing }: Pick<Platform, 'printfulEndpoint' | 'outgoing'>,
  token: string,
  { path, storeId, signal }: PrintfulCall,
): Promise<unknown> {
  const reply = await outgoing.request({
    url: printfulEndpoint + path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(storeId === undefined ? {} : { 'x-pf-store-id': String(storeId) }),
    },
    ...(signal ? { signal } : {}),
  })
  const answer = jsonOf(reply)
  if (reply.status < 300) return answer
  throw refusalOf(reply.status, answer)
}
