import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as credits from './Credits.tsx'

export const screens: AreaScreens<'credits'> = {
  '/credits': credits,
}
