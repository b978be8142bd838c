import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as attributes from './Attributes.tsx'

export const screens: AreaScreens<'attributes'> = {
  '/attributes': attributes,
}
