import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as themes from './Themes.tsx'

export const screens: AreaScreens<'themes'> = {
  '/themes': themes,
}
