/** The two sides of Runa; money moves in the live one alone. */
export const giftCardEnvironments = { sandbox: 'Sandbox', live: 'Live' } as const
export type GiftCardEnvironment = keyof typeof giftCardEnvironments

/** Where each is, and what its keys begin with (Runa, "Authentication"). */
export const runaSides = {
  sandbox: { host: 'playground', prefix: 'XX' },
  live: { host: 'api', prefix: 'wg' },
} as const satisfies Record<GiftCardEnvironment, { host: string; prefix: string }>

/** The side that a key is for, by how it begins; null where no key begins so. */
export function sideOfKey(key: string): GiftCardEnvironment | null {
  if (key.startsWith(runaSides.live.prefix)) return 'live'
  return key.startsWith(runaSides.sandbox.prefix) ? 'sandbox' : null
}

/** What codes are made of: no sign that is read as another one (0 O, 1 I L, 2 Z, 5 S, 8 B). */
export const codeCharacters = {
  mixed: 'Letters and digits that are not mistaken: ACDEFGHJKMNPQRTUVWXY34679',
  letters: 'Letters that are not mistaken: ACDEFGHJKMNPQRTUVWXY',
  digits: 'Digits: 0123456789',
} as const
