import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as compare from './Compare.tsx'

export const screens: AreaScreens<'blueprints/compare'> = {
  '/stores/compare': compare,
}
