import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'
import type { Throttle } from '#shared/areas/signIn/throttle.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'

/** Generous, since all visitors of a console that is not believed (app.ts) come from one address; the console itself counts five. */
const freeAttemptsPerNetwork = 50

type PasswordAttempt = {
  account: string
  /** Counted too, whichever account is tried from it. */
  network?: string
  /** The device that signed in to the account before: what others fail isn't counted there. */
  device?: string | undefined
  /** Whether the account signed in from this network before. */
  isKnownNetwork?: boolean
  field?: string
}

/** One guess at a password: 429 while account or network waits. A `work` that cannot say does not count. `wait`: seconds if wrong. */
export async function attemptPassword<T>(
  throttle: Throttle,
  guessed: PasswordAttempt,
  work: (decide: (right: boolean) => void, wait: number) => Promise<T>,
): Promise<T> {
  const { field } = guessed
  const attempt = startAttempt(throttle, guessed)
  if (typeof attempt === 'number') {
    const detail = signInMessages.throttled(attempt)
    throw new HttpError(429, 'throttled', detail, {
      retryAfter: attempt,
      ...(field === undefined ? {} : { fields: { [field]: detail } }),
    })
  }
  let outcome: 'undecided' | 'succeeded' | 'failed' = 'undecided'
  try {
    return await work((right) => {
      outcome = right ? 'succeeded' : 'failed'
    }, attempt.wait)
  } finally {
    attempt[outcome]()
  }
}

/** Counts strangers together, and each device or network that the account signed in from on its own. */
function startAttempt(
  throttle: Throttle,
  { account, network, device, isKnownNetwork }: PasswordAttempt,
) {
  if (device !== undefined) return throttle.attempt({ name: [account, 'on', device].join(' ') })
  if (network === undefined) return throttle.attempt({ name: account })
  const name = isKnownNetwork ? [account, 'in', network].join(' ') : account
  return throttle.attempt({ name }, { name: network, free: freeAttemptsPerNetwork })
}
