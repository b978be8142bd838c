import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StatusChangeName } from '#shared/areas/stores/status/storeStates.ts'
import { definePanels, loadPanelRecord } from '#client/frame/index.ts'
import type { PanelDefinition } from '#client/list/panels/definePanels.ts'
import { loadStatusReadiness } from './loadStatusReadiness.ts'
import { statusIntents } from './statusIntents.ts'
import { StatusPanel } from './StatusPanel.tsx'

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

/** The panels of the list of stores that change a status. */
export const panels = definePanels({
  activate: createStoreStatusPanel('activate'),
  suspend: createStoreStatusPanel('suspend'),
  startMaintenance: createStoreStatusPanel('startMaintenance'),
  endMaintenance: createStoreStatusPanel('endMaintenance'),
  archive: createStoreStatusPanel('archive'),
})
