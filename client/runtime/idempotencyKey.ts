/**
 * Creates a random key for one write (http.md: every write carries one): 32 hexadecimal digits.
 * Prefers `randomUUID`, which Node generates in advance but plain HTTP pages lack.
 */
export const createIdempotencyKey = (): string =>
  crypto.randomUUID?.().replaceAll('-', '') ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
