import { ApiError } from '#shared/engine/api.ts'
import { messages } from '#shared/messages.ts'
import { toPageFailure } from './failures.ts'
import type { PageFailure } from './failures.ts'

const { failures } = messages

const failureSentences: Record<string, string> = {
  unreachable: failures.unreachable,
  timeout: failures.timeout,
  busy: failures.busy,
  throttled: failures.throttled,
  network: failures.network,
  key_reused: failures.alreadyDone,
  in_progress: failures.inProgress,
  chunk: failures.chunk,
  bad_answer: failures.badAnswer,
  too_large: failures.tooLarge,
  bad_request: failures.badRequest,
}

/**
 * Formats the reason why a call for `what` failed in one sentence: the first field's error, else
 * the failure.
 */
export function formatError(error: unknown, what: string): string {
  if (!(error instanceof ApiError)) return failures.internal
  const [first] = Object.values(error.problem.fields ?? {})
  return first ?? formatPageFailure(toPageFailure(error, what))
}

/** Formats a failure for the operator. */
export function formatPageFailure({ code, what = '', permission, reason }: PageFailure): string {
  if (code === 'not_offered') return failures.notOffered(what)
  if (code === 'not_found') return failures.gone(what)
  if (code === 'wrong_state') return reason ?? failures.wrongState
  if (code === 'invalid' && reason) return reason
  if (code === 'forbidden')
    return permission ? messages.forbidden.call(permission) : (reason ?? messages.forbidden.unnamed)
  // The platform may send any word as the code.
  return (Object.hasOwn(failureSentences, code) && failureSentences[code]) || failures.internal
}
