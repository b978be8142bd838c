import type { giftCardEnvironments } from './messages.ts'

export type GiftCardEnvironment = keyof typeof giftCardEnvironments

/** The API host and key prefix of each environment (Runa, "Authentication"). */
export const runaEnvironments = {
  sandbox: { host: 'playground', prefix: 'XX' },
  live: { host: 'api', prefix: 'wg' },
} as const satisfies Record<GiftCardEnvironment, { host: string; prefix: string }>

/** Returns the environment of a key by its prefix, or null if the prefix is unknown. */
export function findKeyEnvironment(key: string): GiftCardEnvironment | null {
  if (key.startsWith(runaEnvironments.live.prefix)) return 'live'
  return key.startsWith(runaEnvironments.sandbox.prefix) ? 'sandbox' : null
}
