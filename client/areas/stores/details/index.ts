import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as store from './Store.tsx'

export const screens: AreaScreens<'stores/details'> = {
  '/stores/:storeId': store,
}

export { createListTab } from './tabs/listTab.tsx'
