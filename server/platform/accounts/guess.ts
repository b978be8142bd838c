import { signInMessages } from '#shared/signIn/signInMessages.ts'
import { networkOf } from '#shared/signIn/throttle.ts'
import type { Throttle } from '#shared/signIn/throttle.ts'
import { Refusal } from '../http/refusal.ts'

/** Generous, since all visitors of a console that is not believed (app.ts) come from one address; the console itself counts five. */
const freeOnNetwork = 50

type Guess = {
  account: string
  client?: string
  field?: string
}

/** One guess at a password: 429 while account or network waits. A `work` that cannot say does not count. `wait`: seconds if wrong. */
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
