import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { jsonOf } from '#server/platform/core/outgoing/jsonOf.ts'
import { emptyBucket, takePlace } from './pace.ts'
import type { Paced } from './pace.ts'
import { printfulErrorMessages } from './messages.ts'

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
  return new PrintfulRefusal(status, explain(status, reason))
}

function explain(status: number, reason: string): string {
  if (status === 401) return printfulErrorMessages.tokenNotRecognized
  if (status === 403) return printfulErrorMessages.noPermission
  if (status === 429) return printfulErrorMessages.tooManyRequests
  if (status >= 500) return printfulErrorMessages.failed(status)
  return printfulErrorMessages.rejected(/^[\w-]{1,60}$/.test(reason) ? reason : String(status))
}

/** What Printful is asked with: one account, which all of its calls share. */
export type PrintfulAccess = Paced & {
  token: string
  /** Tokens of an account must name the store that a call is about; those of a store need not. */
  namesStore: boolean
}

type PrintfulCall = {
  path: string
  storeId?: number
  body?: object
  signal?: AbortSignal
  /** How long it may wait for its place among the account's calls. Milliseconds. */
  patienceMs?: number
}

const tooOften = () => refusalOf(429, null)

/** With a body it is a POST. Rejects with a `PrintfulRefusal`, or with the `OutgoingFault` of a connection. */
export async function askPrintful(
  platform: Pick<Platform, 'printfulEndpoint' | 'outgoing' | 'db' | 'now'>,
  access: PrintfulAccess,
  { path, storeId, body, signal, patienceMs = 3000 }: PrintfulCall,
): Promise<unknown> {
  if (!(await takePlace(platform, access, patienceMs))) throw tooOften()
  const reply = await platform.outgoing.request({
    url: platform.printfulEndpoint + path,
    provider: 'Printful',
    headers: {
      authorization: `Bearer ${access.token}`,
      ...(storeId === undefined || !access.namesStore ? {} : { 'x-pf-store-id': String(storeId) }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  })
  const answer = jsonOf(reply)
  if (reply.status < 300) return answer
  if (reply.status === 429) {
    const seconds = Number(reply.headers['retry-after'])
    await emptyBucket(platform, access, 1000 * (seconds >= 0 && seconds <= 600 ? seconds : 60))
  }
  throw refusalOf(reply.status, answer)
}

/** The same for a job, which has time: asked too often it waits for its turn, three times at most. */
export async function askPatiently(
  platform: Platform,
  access: PrintfulAccess,
  call: PrintfulCall,
): Promise<unknown> {
  for (let left = 2; ; left--)
    try {
      return await askPrintful(platform, access, { ...call, patienceMs: 70_000 })
    } catch (error) {
      if (left === 0 || !(error instanceof PrintfulRefusal) || error.status !== 429) throw error
    }
}
