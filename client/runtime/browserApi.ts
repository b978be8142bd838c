import { ApiError, toApiError } from '#shared/engine/api.ts'
import type { Api, ApiResponse, RequestOptions } from '#shared/engine/api.ts'
import { stepUpRequired } from '#shared/engine/stepUpCode.ts'
import { problemType } from '#shared/engine/problem.ts'
import { clientMessages } from './messages.ts'

type BrowserApiOptions = {
  /** Called for each 401 (spec.md section 8: a 401 on any response signs the operator out). */
  onUnauthorized: () => void
  /** Asks the user to confirm who they are, for a call that needs it. False if they cancel. */
  confirmIdentity?: () => Promise<boolean>
  fetch?: typeof fetch
}

/**
 * Creates the browser's API client. It calls the console's own `/api`, which adds the token.
 * Sign-in calls report a 401 too, but have no session to lose.
 */
export function createBrowserApi({
  onUnauthorized,
  confirmIdentity = () => Promise.resolve(false),
  fetch = globalThis.fetch,
}: BrowserApiOptions): Api {
  const send = async (request: RequestOptions): Promise<ApiResponse> => {
    const response = await fetchOrFail(fetch, request)
    if (response.status === 401) onUnauthorized()
    const body = await readResponseBody(response)
    if (response.ok) return { status: response.status, body }
    throw toApiError(
      response.status,
      body,
      Number(response.headers.get('retry-after')) || undefined,
    )
  }
  return {
    async send(request) {
      try {
        return await send(request)
      } catch (error) {
        const isUnconfirmed = error instanceof ApiError && error.problem.code === stepUpRequired
        // The platform rejected the call before it did anything, so it can be repeated.
        if (isUnconfirmed && (await confirmIdentity())) return send(request)
        throw error
      }
    },
  }
}

async function fetchOrFail(
  fetch: typeof globalThis.fetch,
  request: RequestOptions,
): Promise<Response> {
  const { method, path, search, body, ifMatch, idempotencyKey, signal } = request
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', String(ifMatch))
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const query = search && search.size > 0 ? `?${search}` : ''
  try {
    return await fetch(`/api${path}${query}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError({
      status: 502,
      code: 'network',
      title: clientMessages.consoleNotReachable,
    })
  }
}

async function readResponseBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/json') && !type.startsWith(problemType)) return undefined
  try {
    return await response.json()
  } catch {
    throw new ApiError({
      status: 502,
      code: 'bad_answer',
      title: clientMessages.responseIncomplete,
    })
  }
}
