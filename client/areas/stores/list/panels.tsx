import '#client/frame/storeForms.ts'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StatusChangeName } from '#shared/areas/stores/status/storeStates.ts'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelWork } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { changeIntents } from '../changeIntents.ts'
import { StatusPanel } from '../StatusPanel.tsx'
import { statusReadiness } from '../statusReadiness.ts'
import { ChecksPanel, checksIntents } from './ChecksPanel.tsx'
import { DefaultsPanel } from './DefaultsPanel.tsx'

type ToChange = { store: AnyRecord; readiness: Awaited<ReturnType<typeof statusReadiness>> }

const changePanel = (change: StatusChangeName): PanelCode<ToChange> => ({
  Panel: ({ view, refused, data: { writeKey }, loaded: { store, readiness } }) => (
    <StatusPanel
      {...{ change, store, readiness, refused, writeKey }}
      close={listAddress(stores, withPanel(view, null))}
    />
  ),
  intents: changeIntents,
  async load(work) {
    const { api, id, signal } = work
    const [store, readiness] = await Promise.all([
      openRecord(work),
      id === null ? null : statusReadiness(api, id, change, signal),
    ])
    return { store, readiness }
  },
})

export const panels = {
  defaults: {
    Panel: DefaultsPanel,
    intents: { edit: recordIntents.edit },
    load: ({ api, signal }: PanelWork) => readRecord(api, storeDefaults, 1, signal),
  },
  checks: { Panel: ChecksPanel, intents: checksIntents, load: null },
  activate: changePanel('activate'),
  suspend: changePanel('suspend'),
  startMaintenance: changePanel('startMaintenance'),
  endMaintenance: changePanel('endMaintenance'),
  archive: changePanel('archive'),
} satisfies Record<StatusChangeName | 'checks' | 'defaults', unknown>
