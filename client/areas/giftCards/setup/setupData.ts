import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import type { RunaBalances } from '#shared/areas/giftCards/setupCalls.ts'

/**
 * Additional data of the gift card setup page: its environment, its balances, and the currencies
 * that are short of funds.
 */
export type GiftCardSetupData = {
  environment: GiftCardEnvironment
  balances: RunaBalances | null
  shortOf: Partial<Record<string, readonly string[]>>
}
