import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as calendar from './Calendar.tsx'

export const screens: AreaScreens<'calendar'> = {
  '/calendar': calendar,
}
