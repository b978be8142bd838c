import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { storesMessages } from '#shared/areas/stores/storesMessages.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'

export const storesPanels = definePanels(() => import('./panels.tsx'), {
  defaults: { button: storesMessages.defaults, of: storeDefaults },
  checks: { button: storesMessages.checks },
  activate: { button: null },
  suspend: { button: null },
  startMaintenance: { button: null },
  endMaintenance: { button: null },
  archive: { button: null },
})
