import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as giftCardSetup from './GiftCardSetup.tsx'
import * as templates from './Templates.tsx'

export const screens: AreaScreens<'giftCards'> = {
  '/giftCardSetup': giftCardSetup,
  '/wegift/templates': templates,
}
