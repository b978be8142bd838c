import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as colors from './Colors.tsx'

export const screens: AreaScreens<'colors'> = {
  '/colors': colors,
}
