import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../http/refusal.ts'

/** Memory in KiB, passes and lanes as OWASP advises for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Hashes at once, and requests that may wait for their turn: a flood of sign-ins takes 40 MB, not all memory. */
const defaultLoad = { atOnce: 2, longestQueue: 100 }

const derive = promisify(argon2)

export type PasswordHasher = {
  /** The password as it is kept: argon2id in the PHC format, with a salt of its own. */
  hash(password: string): Promise<string>
  /** Whether it is the password; without a hash (no such account) it takes as long and answers false. */
  verify(password: string, kept: string | null): Promise<boolean>
}

/** A queue of its own for each platform; a call that finds it full is refused with 503. */
export function passwordHasher(load = defaultLoad): PasswordHasher {
  const inTurn = boundedQueue(load)
  const tagOf = (password: string, nonce: Buffer): Promise<Buffer> =>
    inTurn(() => derive('argon2id', { message: password, nonce, tagLength, ...cost }))

  return {
    async hash(password) {
      const nonce = randomBytes(16)
      return phcOf(nonce, await tagOf(password, nonce))
    },
    async verify(password, kept) {
      const { nonce, tag } = partsOf(kept ?? nobodys)
      return timingSafeEqual(await tagOf(password, nonce), tag) && kept !== null
    },
  }
}

const phcOf = (nonce: Buffer, tag: Buffer) =>
  [
    '$argon2id$v=19',
    `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`,
    nonce.toString('base64url'),
    tag.toString('base64url'),
  ].join('$')

/** The hash of no account, so that an unknown e-mail address is not answered sooner. */
const nobodys = phcOf(randomBytes(16), randomBytes(tagLength))

function partsOf(phc: string): { nonce: Buffer; tag: Buffer } {
  const [, , , , nonce = '', tag = ''] = phc.split('$')
  return { nonce: Buffer.from(nonce, 'base64url'), tag: Buffer.from(tag, 'base64url') }
}

function boundedQueue({ atOnce, longestQueue }: typeof defaultLoad) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length < longestQueue)
      await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Refusal(503, 'busy', 'Too many people sign in at this moment', { retryAfter: 2 })
    try {
      return await work()
    } finally {
      // The place goes straight to the next in the queue, or is free again.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
