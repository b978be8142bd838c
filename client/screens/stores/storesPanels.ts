import { opensPanel } from '#client/list/listPanels.ts'
import { lazyPart } from '#client/parts.ts'

/** The panels of the list of stores. */
export const storesPanels = lazyPart({
  source: 'client/screens/stores/panels.ts',
  isShown: opensPanel,
  load: () => import('./panels.ts'),
})
