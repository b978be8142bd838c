/** A fresh key for one write (http.md: every write carries one): 32 random hexadecimal digits. Plain http has no `randomUUID`, which Node makes in advance. */
export const createIdempotencyKey = (): string =>
  crypto.randomUUID?.().replaceAll('-', '') ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
