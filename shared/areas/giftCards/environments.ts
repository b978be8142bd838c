import type { giftCardEnvironments } from './messages.ts'

export type GiftCardEnvironment = keyof typeof giftCardEnvironments

/** Where each is, and what its keys begin with (Runa, "Authentication"). */
export const runaEnvironments = {
  sandbox: { host: 'playground', prefix: 'XX' },
  live: { host: 'api', prefix: 'wg' },
} as const satisfies Record<GiftCardEnvironment, { host: string; prefix: string }>

/** The side that a key is for, by how it begins; null where no key begins so. */
export function findKeyEnvironment(key: string): GiftCardEnvironment | null {
  if (key.startsWith(runaEnvironments.live.prefix)) return 'live'
  return key.startsWith(runaEnvironments.sandbox.prefix) ? 'sandbox' : null
}
