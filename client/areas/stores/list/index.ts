import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as allStores from './Stores.tsx'

export const screens: AreaScreens<'stores/list'> = {
  '/stores': allStores,
}
