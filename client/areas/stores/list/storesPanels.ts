import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'

export const storesPanels = definePanels(() => import('./panels.tsx'), {
  defaults: { button: allStoresMessages.defaults, of: storeDefaults },
  checks: { button: allStoresMessages.checks },
  activate: { button: null },
  suspend: { button: null },
  startMaintenance: { button: null },
  endMaintenance: { button: null },
  archive: { button: null },
})
