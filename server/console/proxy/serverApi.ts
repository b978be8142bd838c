import { ApiFailure, failureFrom } from '#shared/engine/api.ts'
import type { Api, ApiAnswer, ApiRequest } from '#shared/engine/api.ts'
import { problemType } from '#shared/engine/problem.ts'
import { getProblemTitle } from '#shared/engine/problemTitles.ts'
import { header, retryAfterOf } from './answerCheck.ts'
import type { InTheirName } from './inTheirName.ts'
import { proxyPath } from './proxyPath.ts'
import { repeatWhileBusy, usualPace } from './repeatWrites.ts'
import type { Pace } from './repeatWrites.ts'
import type { Upstream, UpstreamAnswer } from './upstream.ts'
import { UpstreamFault } from './upstreamFault.ts'
import { mediaType } from '../edge/writeCheck.ts'

type Deps = {
  upstream: Upstream
  asked: Pick<InTheirName, 'requestId' | 'headers' | 'judge'>
  signal?: AbortSignal
  pace?: Pace
}

const jsonTypes = ['application/json', problemType]

/** The platform as one visitor's page sees it while it is rendered; the same answers as through `/api`. */
export function createServerApi({ upstream, asked, signal, pace = usualPace }: Deps): Api {
  async function sendOnce(request: ApiRequest): Promise<ApiAnswer> {
    const query = request.search?.size ? `?${request.search}` : ''
    const path = proxyPath(request.path + query)
    if (path === null) throw failureFrom(404, undefined)
    const headers = asked.headers()
    headers['accept'] = 'application/json'
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (request.ifMatch !== undefined) headers['if-match'] = String(request.ifMatch)
    if (request.idempotencyKey !== undefined) headers['idempotency-key'] = request.idempotencyKey
    const ends = signal ?? request.signal
    try {
      const answer = await upstream.send({
        method: request.method,
        path,
        headers,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(ends && { signal: ends }),
      })
      return answerFrom(request.method, answer, asked.judge)
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      throw failureOf(error, asked.requestId)
    }
  }

  const send = (request: ApiRequest): Promise<ApiAnswer> =>
    request.idempotencyKey === undefined
      ? sendOnce(request)
      : repeatWhileBusy(() => sendOnce(request), pace, signal ?? request.signal)

  return { send, requestId: asked.requestId }
}

export function answerFrom(
  method: string,
  { status, headers, body: bytes }: UpstreamAnswer,
  judge: InTheirName['judge'],
): ApiAnswer {
  const verdict = judge(method, status, headers, jsonTypes)
  const isForeign = verdict !== 'pass'
  if (isForeign && verdict.status !== status) throw new UpstreamFault('bad_answer')
  const isJson = jsonTypes.includes(mediaType(header(headers, 'content-type')))
  const body = isJson && bytes.length > 0 ? parsed(bytes) : undefined
  if (status >= 400) throw failureFrom(status, body, retryAfterOf(headers))
  return { status, body }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new UpstreamFault('bad_answer', { cause })
  }
}

export function failureOf(fault: UpstreamFault, requestId: string): ApiFailure {
  const { retryAfter, ...problem } = fault.refusal
  const failure = new ApiFailure(
    { title: getProblemTitle(problem.code), ...problem, requestId },
    retryAfter,
  )
  failure.cause = fault
  return failure
}
