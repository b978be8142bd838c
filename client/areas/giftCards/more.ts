import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import type { Balances } from '#shared/areas/giftCards/setupCalls.ts'

/** What the gift card setup page also shows: its environment, its balances, and where funds are short. */
export type More = {
  side: GiftCardEnvironment
  balances: Balances | null
  shortOf: Partial<Record<string, readonly string[]>>
}
