import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { parseJsonResponse } from '#server/platform/core/outgoing/parseJsonResponse.ts'
import { pausePrintfulRequests, waitForPrintfulSlot } from './rateLimit.ts'
import type { RateLimitedAccount } from './rateLimit.ts'
import { printfulErrorMessages } from './messages.ts'

/** An error of Printful in our own words, because its message may repeat the token. */
export class PrintfulError extends Error {
  override name = 'PrintfulError'
  readonly status: number
  constructor(status: number, sentence: string) {
    super(sentence)
    this.status = status
  }
}

const PrintfulErrorBody = type({ error: type({ reason: string() }) })

function toPrintfulError(status: number, answer: unknown): PrintfulError {
  const reason = is(answer, PrintfulErrorBody) ? answer.error.reason : ''
  return new PrintfulError(status, explainPrintfulError(status, reason))
}

function explainPrintfulError(status: number, reason: string): string {
  if (status === 401) return printfulErrorMessages.tokenNotRecognized
  if (status === 403) return printfulErrorMessages.noPermission
  if (status === 429) return printfulErrorMessages.tooManyRequests
  if (status >= 500) return printfulErrorMessages.failed(status)
  return printfulErrorMessages.rejected(/^[\w-]{1,60}$/.test(reason) ? reason : String(status))
}

/** The access to one Printful account, which all requests share. */
export type PrintfulAccess = RateLimitedAccount & {
  token: string
  /** A token of an account must name the store of a request; a token of a store doesn't have to. */
  namesStore: boolean
}

type PrintfulRequest = {
  path: string
  storeId?: number
  body?: object
  signal?: AbortSignal
  /** How long the request may wait for its slot. Milliseconds. */
  patienceMs?: number
}

const createRateLimitError = () => toPrintfulError(429, null)

/**
 * Sends a request: a POST if it has a body. Rejects with a `PrintfulError`, or with the
 * `NetworkError` of a connection.
 */
export async function sendPrintfulRequest(
  platform: Pick<Platform, 'printfulEndpoint' | 'outgoing' | 'db' | 'now'>,
  access: PrintfulAccess,
  { path, storeId, body, signal, patienceMs = 3000 }: PrintfulRequest,
): Promise<unknown> {
  if (!(await waitForPrintfulSlot(platform, access, patienceMs))) throw createRateLimitError()
  const response = await platform.outgoing.request({
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
  const answer = parseJsonResponse(response)
  if (response.status < 300) return answer
  if (response.status === 429) {
    const seconds = Number(response.headers['retry-after'])
    await pausePrintfulRequests(
      platform,
      access,
      1000 * (seconds >= 0 && seconds <= 600 ? seconds : 60),
    )
  }
  throw toPrintfulError(response.status, answer)
}

/**
 * Sends a request for a job, which has time: waits longer for its slot, and tries up to three times
 * if Printful limits the rate.
 */
export async function sendPatientRequest(
  platform: Platform,
  access: PrintfulAccess,
  request: PrintfulRequest,
): Promise<unknown> {
  for (let retriesLeft = 2; ; retriesLeft--)
    try {
      return await sendPrintfulRequest(platform, access, { ...request, patienceMs: 70_000 })
    } catch (error) {
      if (retriesLeft === 0 || !(error instanceof PrintfulError) || error.status !== 429)
        throw error
    }
}
