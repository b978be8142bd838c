import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as createStore from './CreateStore.tsx'

export const screens: AreaScreens<'stores/create'> = {
  '/stores/create': createStore,
}
