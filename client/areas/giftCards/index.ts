import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as templates from './Templates.tsx'

export const screens: AreaScreens<'giftCards'> = {
  '/wegift/templates': templates,
}
