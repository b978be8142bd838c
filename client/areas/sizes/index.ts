import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as sizes from './Sizes.tsx'

export const screens: AreaScreens<'sizes'> = {
  '/sizes': sizes,
}
