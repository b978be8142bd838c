import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type SecretKey = { id: string; bytes: Buffer }

/**
 * The location of a secret, which can't be opened anywhere else. Table and column are named as in
 * the definition.
 */
export type SecretLocation = { table: string; column: string; id: number }

const [saltLength, ivLength, tagLength, keyLength] = [16, 12, 16, 32]
const sealVersion = 'v1'

/**
 * A secret that can't be opened: moved, changed, or sealed with a missing key. The message has the
 * location, never the content.
 */
export class SecretError extends Error {
  override name = 'SecretError'
}

/**
 * The keys of secrets at rest. The first one seals, and all of them open. A secret is bound to its
 * location: `v1.KEY.base64url(salt iv tag body)`.
 */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, Buffer>
  readonly firstKeyId: string

  constructor(keys: readonly SecretKey[]) {
    const [first] = keys
    if (!first) throw new Error('A ring holds a key')
    this.firstKeyId = first.id
    this.#keys = new Map(keys.map(({ id, bytes }) => [id, bytes]))
  }

  hasKey(id: string): boolean {
    return this.#keys.has(id)
  }

  seal(location: SecretLocation, text: string): string {
    const [salt, iv] = [randomBytes(saltLength), randomBytes(ivLength)]
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(this.firstKeyId, salt), iv, {
      authTagLength: tagLength,
    })
    cipher.setAAD(toAuthenticatedData(this.firstKeyId, location))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    const sealed = Buffer.concat([salt, iv, cipher.getAuthTag(), body]).toString('base64url')
    return `${sealVersion}.${this.firstKeyId}.${sealed}`
  }

  /**
   * Opens a secret sealed at this location. Throws a `SecretError` if it wasn't sealed here with
   * one of these keys.
   */
  open(location: SecretLocation, sealed: string): string {
    const [version = '', id = '', text = '', ...rest] = sealed.split('.')
    const bytes = Buffer.from(text, 'base64url')
    const createError = (cause?: unknown) =>
      new SecretError(
        `Key ${id || '(none)'} can't decrypt the secret ${formatLocation(location)}`,
        cause === undefined ? {} : { cause },
      )
    const isComplete = bytes.length >= saltLength + ivLength + tagLength && rest.length === 0
    // Other base64 text that decodes to the same bytes wasn't written here.
    const isOurs = version === sealVersion && bytes.toString('base64url') === text
    if (!isComplete || !isOurs || !this.hasKey(id)) throw createError()
    const salt = bytes.subarray(0, saltLength)
    const iv = bytes.subarray(saltLength, saltLength + ivLength)
    const from = saltLength + ivLength + tagLength
    try {
      // Without this length, Node would accept tags of 4 bytes.
      const decipher = createDecipheriv('aes-256-gcm', this.#keyFor(id, salt), iv, {
        authTagLength: tagLength,
      })
      decipher.setAAD(toAuthenticatedData(id, location))
      decipher.setAuthTag(bytes.subarray(saltLength + ivLength, from))
      return Buffer.concat([decipher.update(bytes.subarray(from)), decipher.final()]).toString()
    } catch (cause) {
      throw createError(cause)
    }
  }

  /** Derives 32 bytes from a key for this purpose only. */
  deriveKey(id: string, purpose: string): Buffer {
    const bytes = this.#keys.get(id)
    if (!bytes) throw new Error(`There is no key ${id}`)
    return Buffer.from(hkdfSync('sha256', bytes, '', purpose, keyLength))
  }

  #keyFor(id: string, salt: Buffer): Buffer {
    const bytes = this.#keys.get(id)
    if (!bytes) throw new Error(`There is no key ${id}`)
    return Buffer.from(hkdfSync('sha256', bytes, salt, 'secret', keyLength))
  }
}

const formatLocation = ({ table, column, id }: SecretLocation) => `${table}.${column}#${id}`

const toAuthenticatedData = (key: string, location: SecretLocation) =>
  Buffer.from(`${sealVersion}\0${key}\0${formatLocation(location)}`)

/** Parses keys such as `k2:BASE64,k1:BASE64`, the sealing one first; null if they aren't valid. */
export function parseKeys(text: string): SecretKey[] | null {
  const keys = text.split(',').map((entry) => {
    const [, id = '', base64 = ''] = /^([\w-]{1,20}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? []
    return { id, bytes: Buffer.from(base64, 'base64') }
  })
  const areValid = keys.every(({ bytes }) => bytes.length === keyLength)
  return areValid && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : null
}

/** Creates a key with a random ID, so that keys created separately never share one. */
export const createKey = (): SecretKey => ({
  id: `k${randomBytes(4).toString('hex')}`,
  bytes: randomBytes(keyLength),
})

export const formatKeys = (keys: readonly SecretKey[]): string =>
  keys.map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`).join(',')
