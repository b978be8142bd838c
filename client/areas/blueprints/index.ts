import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as blueprints from './Blueprints.tsx'
import * as compare from './compare/Compare.tsx'

export const screens: AreaScreens<'blueprints'> = {
  '/blueprints': blueprints,
  '/stores/compare': compare,
}
