import { data } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import { stepUpRequired } from '#shared/engine/stepUpCode.ts'

/** Dispatched on the window when a page's chunk can't be loaded (spec.md section 8). */
const preloadErrorEvent = 'preloadError'

/**
 * Loads a page's chunk. On failure, dispatches the event and throws the page's failure, which
 * offers a reload.
 */
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
 * A failure as a page shows it. It's part of the page's data, so it contains only what a visitor may
 * read (http.md "Pages": loader errors are sanitized before they reach hydration data).
 */
export type PageFailure = {
  code: string
  requestId?: string | undefined
  permission?: string | undefined
  /** The thing that the platform doesn't offer, or that doesn't exist. */
  what?: string
  /**
   * The platform's explanation if no permission is missing: the record's state, the account's
   * stores.
   */
  reason?: string
}

/** Reduces a failed call to what a visitor may read. `what` names the requested thing: "sizes". */
export function toPageFailure({ problem }: ApiError, what: string): PageFailure {
  const { requestId, permission, detail } = problem
  // The user canceled the confirmation that the call needs.
  const code = problem.code === stepUpRequired ? 'forbidden' : problem.code
  return {
    code,
    what,
    // A message that says what to do needs no request ID to look up.
    ...(requestId && code !== 'wrong_state' ? { requestId } : {}),
    ...(permission ? { permission } : {}),
    ...((code === 'wrong_state' || (code === 'forbidden' && !permission)) && detail
      ? { reason: detail }
      : {}),
  }
}

/**
 * Whether the rest of the page can still be shown: not if the user isn't signed in (401), lacks
 * permission (403), or requests something that isn't offered (404, 405).
 */
export const canStillShowPage = (error: unknown): error is ApiError =>
  error instanceof ApiError && ![401, 403, 404, 405].includes(error.status)

/** Throws a failed call as the page's failure, and any other error unchanged. */
export function throwAsPageFailure(error: unknown, what: string): never {
  if (!(error instanceof ApiError)) throw error
  throw data(toPageFailure(error, what), { status: error.status })
}

/** Throws a page's failure: a missing permission, a chunk that didn't load, and the like. */
export function throwPageFailure(failure: PageFailure, status: number): never {
  throw data(failure, { status })
}

export const isPageFailure = (value: unknown): value is PageFailure =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'

/** Resolves a failed call to its failure, so that only this part of the page shows it. */
export async function resolveOrFailure<T>(
  promise: Promise<T>,
  what: string,
): Promise<T | PageFailure> {
  try {
    return await promise
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const failure = toPageFailure(error, what)
    // The page's own record was found, so a 404 means that the call doesn't exist.
    return error.status === 404 ? { ...failure, code: 'not_offered' } : failure
  }
}
