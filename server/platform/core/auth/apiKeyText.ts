import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Keys begin with this, so that people and secret scanners recognize them. */
const prefix = 'sck_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The characters that 256 bits take, and the checksum's 32 bits. */
const [secretLength, checksumLength] = [43, 6]

const keyPattern = /^Bearer (sck_\S{0,100})$/i

function toBase62(value: bigint, length: number): string {
  let [text, rest] = ['', value]
  const base = BigInt(alphabet.length)
  for (; rest > 0n; rest /= base) text = (alphabet[Number(rest % base)] ?? '') + text
  return text.padStart(length, '0')
}

const computeChecksum = (text: string) => toBase62(BigInt(crc32(text)), checksumLength)

/**
 * Creates a key: `sck_`, 256 random bits, and a checksum of both, all in letters and digits. With
 * the checksum, a scanner distinguishes a key from other text without asking anyone.
 */
export function createApiKeyText(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return `${prefix}${secret}${computeChecksum(prefix + secret)}`
}

/** Whether a text is a complete API key, by its checksum. */
const isApiKeyText = (text: string): boolean =>
  text.length === prefix.length + secretLength + checksumLength &&
  computeChecksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/**
 * Parses the API key of an `Authorization` header. Returns null if the header has none, and an
 * empty text if the key isn't complete.
 */
export function parseApiKey(authorization: string | undefined): string | null {
  const [, key] = keyPattern.exec(authorization ?? '') ?? []
  if (key === undefined) return null
  return isApiKeyText(key) ? key : ''
}
