import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import type { RunaBalances } from '#shared/areas/giftCards/setupCalls.ts'

/** What the gift card setup page also shows: its environment, its balances, and where funds are short. */
export type GiftCardSetupData = {
  environment: GiftCardEnvironment
  balances: RunaBalances | null
  shortOf: Partial<Record<string, readonly string[]>>
}
