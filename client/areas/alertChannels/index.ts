import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as alertChannels from './AlertChannels.tsx'

export const screens: AreaScreens<'alertChannels'> = {
  '/alertChannels': alertChannels,
}
