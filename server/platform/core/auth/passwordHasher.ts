import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { HttpError } from '../platform/httpError.ts'
import { authMessages } from './messages.ts'

const tagLength = 32

/** The cost of one hash (memory in KiB), and how many run and wait at once. */
type HashingOptions = {
  memory: number
  passes: number
  parallelism: number
  concurrency: number
  maxQueueLength: number
}

/** OWASP's advice for argon2id. Concurrency bounds the memory that a flood of sign-ins can use. */
export const productionHashing: HashingOptions = {
  memory: 19_456,
  passes: 2,
  parallelism: 1,
  concurrency: 2,
  maxQueueLength: 100,
}

const deriveArgon2 = promisify(argon2)

export type PasswordHasher = {
  /** Hashes a password with argon2id and a random salt, in the PHC format. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches. Without a hash (no such account) it takes as long and returns
   * false.
   */
  verify(password: string, kept: string | null): Promise<boolean>
}

/** Creates a hasher with its own queue. A call that finds the queue full is rejected with 503. */
export function createPasswordHasher(options: HashingOptions = productionHashing): PasswordHasher {
  const { memory, passes, parallelism } = options
  const enqueue = createBoundedQueue(options)
  const computeTag = (password: string, nonce: Buffer): Promise<Buffer> =>
    enqueue(() =>
      deriveArgon2('argon2id', {
        message: password,
        nonce,
        tagLength,
        memory,
        passes,
        parallelism,
      }),
    )
  const formatPhc = (nonce: Buffer, tag: Buffer) =>
    [
      '$argon2id$v=19',
      `m=${memory},t=${passes},p=${parallelism}`,
      nonce.toString('base64url'),
      tag.toString('base64url'),
    ].join('$')

  return {
    async hash(password) {
      const nonce = randomBytes(16)
      return formatPhc(nonce, await computeTag(password, nonce))
    },
    async verify(password, storedHash) {
      const { nonce, tag } = storedHash === null ? dummyHash : parsePhcHash(storedHash)
      return timingSafeEqual(await computeTag(password, nonce), tag) && storedHash !== null
    },
  }
}

/** A hash of no password, so unknown email addresses take as long as known ones. */
const dummyHash = { nonce: randomBytes(16), tag: randomBytes(tagLength) }

function parsePhcHash(phc: string): { nonce: Buffer; tag: Buffer } {
  const [, , , , nonce = '', tag = ''] = phc.split('$')
  return { nonce: Buffer.from(nonce, 'base64url'), tag: Buffer.from(tag, 'base64url') }
}

function createBoundedQueue({ concurrency, maxQueueLength }: HashingOptions) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running++
    else if (waiting.length < maxQueueLength)
      await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new HttpError(503, 'busy', authMessages.busy, { retryAfter: 2 })
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
