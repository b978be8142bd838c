import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as printful from './Printful.tsx'

export const screens: AreaScreens<'printful'> = {
  '/printfulSetup': printful,
}
