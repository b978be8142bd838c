import { ApiFailure, failureFrom } from '#shared/engine/api.ts'
import type { Api, ApiAnswer, ApiRequest } from '#shared/engine/api.ts'
import { problemType } from '#shared/engine/problem.ts'
import { header, retryAfterOf, verdictOn } from './answerCheck.ts'
import type { Visitor } from '../signIn/cookies.ts'
import { headersFrom } from './proxyHeaders.ts'
import { proxyPath } from './proxyPath.ts'
import type { Settings } from '../settings.ts'
import type { Upstream, UpstreamAnswer } from './upstream.ts'
import { UpstreamFault } from './upstreamFault.ts'
import { mediaType } from '../edge/writeCheck.ts'

type Deps = {
  settings: Settings
  upstream: Upstream
  visitor: Visitor | null
  requestId: string
  clientAddress?: string | undefined
  /** Aborts when the visitor leaves; a call's own signal counts where this is not given. */
  signal?: AbortSignal
}

interface ServerApi extends Api {
  /** Whether any answer so far was a 401: then the page signs the visitor out (http.md "Proxy"). */
  sawUnauthorised(): boolean
}

const jsonTypes = ['application/json', problemType]

/** The platform as one visitor's page sees it while it is rendered; the same answers as through `/api`. */
export function createServerApi({
  settings,
  upstream,
  visitor,
  signal,
  ...caller
}: Deps): ServerApi {
  let unauthorised = false

  async function send(request: ApiRequest): Promise<ApiAnswer> {
    const query = request.search?.size ? `?${request.search}` : ''
    const path = proxyPath(request.path + query)
    if (path === null) throw failureFrom(404, undefined)
    const headers = headersFrom(visitor, settings, caller)
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
      if (answer.status === 401) unauthorised = true
      return answerFrom(request.method, answer)
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      throw failureOf(error, caller.requestId)
    }
  }

  return { send, sawUnauthorised: () => unauthorised }
}

function answerFrom(method: string, { status, headers, body: bytes }: UpstreamAnswer): ApiAnswer {
  const verdict = verdictOn(method, status, headers, jsonTypes)
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

function failureOf(fault: UpstreamFault, requestId: string): ApiFailure {
  const { retryAfter, ...problem } = fault.refusal
  return new ApiFailure({ ...problem, requestId }, retryAfter)
}
