import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as blueprints from './Blueprints.tsx'

export const screens: AreaScreens<'blueprints'> = {
  '/blueprints': blueprints,
}
