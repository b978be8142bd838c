import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'

const purpose = 'digest.unsubscribe'

const sign = (keys: KeyRing, keyId: string, userId: string): string =>
  createHmac('sha256', keys.deriveKey(keyId, purpose)).update(userId).digest('base64url')

/** Creates a signed token that can only turn off the digest of this account. */
export const createUnsubscribeToken = (keys: KeyRing, userId: number): string =>
  `${keys.firstKeyId}.${userId}.${sign(keys, keys.firstKeyId, String(userId))}`

/** Returns the account of a token; null if we didn't sign it, or its key is gone. */
export function readUnsubscribeToken(keys: KeyRing, token: string): number | null {
  const [, keyId = '', userId = '', signature = ''] =
    /^([\w-]{1,20})\.([1-9]\d{0,9})\.([\w-]{43})$/.exec(token) ?? []
  if (!keys.hasKey(keyId)) return null
  const expected = Buffer.from(sign(keys, keyId, userId))
  return timingSafeEqual(expected, Buffer.from(signature)) ? Number(userId) : null
}
