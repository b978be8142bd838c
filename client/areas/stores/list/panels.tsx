import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { definePanels, storeStatusPart } from '#client/frame/index.ts'
import type { ListPanels, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { overridesPanel } from './OverridesPanel.tsx'
import { RunStoreChecksPanel, checkIntents } from './RunStoreChecksPanel.tsx'
import { StoreDefaultsPanel } from './StoreDefaultsPanel.tsx'

const statusPanel = { part: storeStatusPart }

export const storesPanels: ListPanels = {
  ...definePanels({
    defaults: {
      button: allStoresMessages.defaults,
      of: storeDefaults,

      Panel: StoreDefaultsPanel,
      intents: { edit: recordIntents.edit },
      load: ({ api, signal }: PanelLoadContext) => loadRecord(api, storeDefaults, 1, signal),
    },
    overrides: overridesPanel,
    checks: {
      button: allStoresMessages.checks,
      Panel: RunStoreChecksPanel,
      intents: checkIntents,
      load: null,
    },
  }),
  activate: statusPanel,
  suspend: statusPanel,
  startMaintenance: statusPanel,
  endMaintenance: statusPanel,
  archive: statusPanel,
}
