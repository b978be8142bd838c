import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import type { Throttle } from '#shared/throttle.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'

/**
 * Generous, because all visitors of a console that isn't trusted (app.ts) share one address. The
 * console itself limits them to five.
 */
const freeAttemptsPerNetwork = 50

type PasswordAttempt = {
  account: string
  /** Counts attempts from this network too, whichever account they are for. */
  network?: string
  /**
   * A device that signed in to the account before. Other people's failures aren't counted for it.
   */
  device?: string | undefined
  /** Whether the account signed in from this network before. */
  isKnownNetwork?: boolean
  field?: string
}

/**
 * Runs one password attempt; throws 429 while the account or network has to wait. An attempt that
 * isn't decided isn't counted. `wait` is the delay in seconds after a failure.
 */
export async function attemptPassword<T>(
  throttle: Throttle,
  passwordAttempt: PasswordAttempt,
  verify: (decide: (right: boolean) => void, wait: number) => Promise<T>,
): Promise<T> {
  const { field } = passwordAttempt
  const attempt = startAttempt(throttle, passwordAttempt)
  if (typeof attempt === 'number') {
    const detail = signInMessages.throttled(attempt)
    throw new HttpError(429, 'throttled', detail, {
      retryAfter: attempt,
      ...(field === undefined ? {} : { fields: { [field]: detail } }),
    })
  }
  let outcome: 'undecided' | 'succeeded' | 'failed' = 'undecided'
  try {
    return await verify((isCorrect) => {
      outcome = isCorrect ? 'succeeded' : 'failed'
    }, attempt.wait)
  } finally {
    attempt[outcome]()
  }
}

/** Counts strangers together, but each known device or network of the account separately. */
function startAttempt(
  throttle: Throttle,
  { account, network, device, isKnownNetwork }: PasswordAttempt,
) {
  if (device !== undefined) return throttle.attempt({ name: [account, 'on', device].join(' ') })
  if (network === undefined) return throttle.attempt({ name: account })
  const name = isKnownNetwork ? [account, 'in', network].join(' ') : account
  return throttle.attempt({ name }, { name: network, free: freeAttemptsPerNetwork })
}
