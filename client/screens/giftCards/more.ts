import type { GiftCardEnvironment } from '#shared/giftCards/environments.ts'
import type { Balances } from '#shared/giftCards/setupCalls.ts'

/** What the page of the gift card setup shows besides: its side, what its account holds, and where each side lacks funds. */
export type More = {
  side: GiftCardEnvironment
  balances: Balances | null
  shortOf: Partial<Record<string, readonly string[]>>
}
