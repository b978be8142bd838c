import { signInMessages } from '#shared/signIn/signInMessages.ts'
import { networkOf } from '#shared/signIn/throttle.ts'
import type { Throttle } from '#shared/signIn/throttle.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * The console counts five for a network, and slows it down long before. This is for who comes without the console, and
 * generous, because all visitors of a console that is not believed (app.ts) come from one address.
 */
const freeOnNetwork = 50

type Guess = {
  /** Whose password is guessed, and by which way: each way is counted by itself. */
  account: string
  /** Where the guess comes from; not counted for an account that is signed in already. */
  client?: string
  /** The field that a refusal is told at. */
  field?: string
}

/**
 * One guess at a password: refused with 429 while its account or network has to wait. `work` says whether it was right;
 * where it does not, since it could not find out, the guess does not count. `wait` is how many seconds follow if it is wrong.
 */
export async function guess<T>(
  throttle: Throttle,
  { account, client, field }: Guess,
  work: (decide: (right: boolean) => void, wait: number) => Promise<T>,
): Promise<T> {
  const network =
    client === undefined ? undefined : { name: networkOf(client), free: freeOnNetwork }
  const attempt = throttle.attempt({ name: account }, network)
  if (typeof attempt === 'number') {
    const detail = signInMessages.throttled(attempt)
    throw new Refusal(429, 'throttled', 'Too many tries', {
      detail,
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
