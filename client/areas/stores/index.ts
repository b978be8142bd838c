import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as allStores from './list/Stores.tsx'
import * as store from './details/Store.tsx'

export const screens: AreaScreens<'stores'> = {
  '/stores': allStores,
  '/stores/:storeId': store,
}

export { createListTab } from './details/tabs/listTab.tsx'
