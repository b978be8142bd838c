import type { ProblemCode } from './problem.ts'

/**
 * Title of each kind of error (`title` in RFC 9457), the same in every response; `detail` says what
 * happened.
 */
export const problemTitles = {
  bad_request: 'Request not valid',
  signed_out: 'Not signed in',
  refused: 'Sign-in rejected',
  wrong_password: 'Current password rejected',
  forbidden: 'Not allowed',
  not_found: 'Not found',
  not_offered: 'Call not supported',
  conflict: 'Record changed',
  in_use: 'Record in use',
  wrong_state: 'Not possible right now',
  unconfirmed: 'Confirmation required',
  invalid: "Some values aren't valid",
  key_reused: 'Idempotency key reused',
  sign_on_required: 'SSO required',
  second_factor_required: 'Second factor required',
  challenge_expired: 'Sign-in expired',
  wrong_factor: 'Second factor rejected',
  step_up_required: 'Recent confirmation required',
  in_progress: 'Request in progress',
  too_large: 'Request too large',
  unsupported_type: 'Content type not supported',
  throttled: 'Too many requests',
  unreachable: 'Service not reachable',
  timeout: 'Request timed out',
  busy: 'Server busy',
  bad_answer: 'Unexpected response',
  internal: 'Internal error',
} as const satisfies Record<ProblemCode, string>

/** Title of a rejection because there would be too many of something. */
export const limitReached = 'Limit reached'

/** Returns the title of a code. Other platforms may send codes of their own. */
export const getProblemTitle = (code: string): string =>
  Object.hasOwn(problemTitles, code)
    ? problemTitles[code as ProblemCode] // Its own keys are exactly the codes.
    : 'Request failed'
