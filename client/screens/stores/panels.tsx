import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { stores } from '#shared/resources/stores.ts'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import { statusChanges } from '#shared/stores/storeStates.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'
import { definePanels, openRecord } from '#client/list/definePanels.ts'
import type { ListPanel, ListPanels } from '#client/list/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { changeIntents } from '#client/stores/changeIntents.ts'
import { StatusPanel } from '#client/stores/StatusPanel.tsx'
import { statusReadiness } from '#client/stores/statusReadiness.ts'
import { DefaultsPanel } from './DefaultsPanel.tsx'

type ToChange = { store: AnyRecord; readiness: Awaited<ReturnType<typeof statusReadiness>> }

/** The panel of one change of a store's status, which its row opens. */
const changePanel = (change: StatusChangeName): ListPanel<ToChange> => ({
  button: null,
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

const changes = Object.keys(statusChanges) as StatusChangeName[] // The keys of the table are its names.

/** What opens beside the list of stores. */
export const storesPanels: ListPanels = {
  ...definePanels({
    defaults: {
      button: storesMessages.defaults,
      Panel: DefaultsPanel,
      of: storeDefaults,
      intents: { edit: recordIntents.edit },
      load: ({ api, signal }) => readRecord(api, storeDefaults, 1, signal),
    },
  }),
  ...Object.fromEntries(changes.map((change) => [change, changePanel(change)])),
}
