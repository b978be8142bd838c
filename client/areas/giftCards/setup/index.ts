import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as giftCardSetup from './GiftCardSetup.tsx'

export const screens: AreaScreens<'giftCards/setup'> = {
  '/giftCardSetup': giftCardSetup,
}
