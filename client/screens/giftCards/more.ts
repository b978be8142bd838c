import type { GiftCardEnvironment } from '#shared/giftCards/environments.ts'
import type { Balances } from '#shared/giftCards/setupCalls.ts'

/** What the page of the gift card setup shows besides: which side it is of, and what its account holds. */
export type More = { side: GiftCardEnvironment; balances: Balances | null }
