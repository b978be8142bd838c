import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { storesMessages } from '#shared/stores/storesMessages.ts'
import { statusChanges } from '#shared/stores/storeStates.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'
import { definePanels } from '#client/list/definePanels.ts'
import type { ListPanels } from '#client/list/definePanels.ts'

const code = () => import('./panels.tsx')
const changes = Object.keys(statusChanges) as StatusChangeName[] // The keys of the table are its names.

/** What opens beside the list of stores. */
export const storesPanels: ListPanels = {
  ...definePanels({
    defaults: {
      button: storesMessages.defaults,
      code: async () => (await code()).defaultsPanel,
      of: storeDefaults,
    },
  }),
  ...Object.fromEntries(
    changes.map((change) => [
      change,
      { button: null, code: async () => (await code()).changePanel(change) },
    ]),
  ),
}
