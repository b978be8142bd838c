import { allStoresMessages } from '#shared/areas/stores/allStoresMessages.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StatusChangeName } from '#shared/areas/stores/status/storeStates.ts'
import { definePanels, loadPanelRecord } from '#client/frame/index.ts'
import type { PanelDefinition, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { statusIntents } from '../statusIntents.ts'
import { StatusPanel } from '../StatusPanel.tsx'
import { loadStatusReadiness } from '../loadStatusReadiness.ts'
import { overridesPanel } from './OverridesPanel.tsx'
import { RunStoreChecksPanel, checkIntents } from './RunStoreChecksPanel.tsx'
import { StoreDefaultsPanel } from './StoreDefaultsPanel.tsx'

type StatusPanelData = {
  store: AnyRecord
  readiness: Awaited<ReturnType<typeof loadStatusReadiness>>
}

const createStoreStatusPanel = (change: StatusChangeName): PanelDefinition<StatusPanelData> => ({
  Panel: ({ view, refused, data: { writeKey }, loaded: { store, readiness } }) => (
    <StatusPanel
      {...{ change, store, readiness, refused, writeKey }}
      close={buildListUrl(stores, withPanel(view, null))}
    />
  ),
  intents: statusIntents,
  async load(context) {
    const { api, id, signal } = context
    const [store, readiness] = await Promise.all([
      loadPanelRecord(context),
      id === null ? null : loadStatusReadiness(api, id, change, signal),
    ])
    return { store, readiness }
  },
})

export const storesPanels = definePanels({
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
  activate: createStoreStatusPanel('activate'),
  suspend: createStoreStatusPanel('suspend'),
  startMaintenance: createStoreStatusPanel('startMaintenance'),
  endMaintenance: createStoreStatusPanel('endMaintenance'),
  archive: createStoreStatusPanel('archive'),
})
