import { data } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'

/** Raised on the window when the chunk of a page could not be loaded (spec.md section 8). */
const preloadErrorEvent = 'preloadError'

/** Loads a page's chunk; a failure raises the event and becomes the page's failure, which offers a reload. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (typeof window !== 'undefined')
      window.dispatchEvent(new CustomEvent(preloadErrorEvent, { detail: cause }))
    return throwPageFailure({ code: 'chunk' }, 500)
  }
}

/**
 * What a page shows of a failure; it is part of the page's data, so it holds nothing but what a visitor may read
 * (http.md "Pages": loader errors are sanitised before they reach hydration data).
 */
export type PageFailure = {
  code: string
  requestId?: string | undefined
  permission?: string | undefined
  /** What the platform does not offer, or what does not exist. */
  what?: string
  /** Why it is not allowed where no permission is missing, in the platform's words: the record's state, the account's stores. */
  reason?: string
}

/** What a visitor may read of a failed call. `what` names the thing asked for: "sizes". */
export function toPageFailure({ problem }: ApiError, what: string): PageFailure {
  const { code, requestId, permission, detail } = problem
  return {
    code,
    what,
    // Whoever is told in words what to do looks nothing up.
    ...(requestId && code !== 'wrong_state' ? { requestId } : {}),
    ...(permission ? { permission } : {}),
    ...((code === 'wrong_state' || (code === 'forbidden' && !permission)) && detail
      ? { reason: detail }
      : {}),
  }
}

/** Whether a failure leaves a page to draw: all but who may not, is not signed in any more, or asks for what is not offered. */
export const isPartialFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && ![401, 403, 404, 405].includes(error.status)

/** Throws a failure of a call as the page's failure. */
export function throwAsPageFailure(error: unknown, what: string): never {
  if (!(error instanceof ApiError)) throw error
  throw data(toPageFailure(error, what), { status: error.status })
}

/** The route's permission is not held, or a page's chunk could not be loaded, and the like. */
export function throwPageFailure(failure: PageFailure, status: number): never {
  throw data(failure, { status })
}

export const isPageFailure = (value: unknown): value is PageFailure =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'

/** A part of a page that failed is said to have; the rest of the page stands. */
export async function resolveOrFailure<T>(
  promise: Promise<T>,
  what: string,
): Promise<T | PageFailure> {
  try {
    return await promise
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const failure = toPageFailure(error, what)
    // The page's own record was found, so it is the call that is not there.
    return error.status === 404 ? { ...failure, code: 'not_offered' } : failure
  }
}
