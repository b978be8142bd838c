import { messages } from '#shared/messages.ts'
import { creditEntries } from '#shared/resources/creditEntries.ts'
import { creditRequests } from '#shared/resources/creditRequests.ts'
import { definePanels } from '#client/list/definePanels.ts'

/** The ledger's own: entries come from files by being asked for. */
export const ledgerPanels = definePanels(() => import('./importCredits.tsx'), {
  import: { button: messages.list.import, of: creditRequests },
})

/** What opens beside the ledger, and beside what it was asked to enter. */
export const creditsPanels = definePanels(() => import('./panels.tsx'), {
  takeBack: { button: null, of: creditEntries },
  decide: { button: null, of: creditRequests },
})
