import { messages } from '#shared/messages.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLimits } from '#shared/areas/credits/creditLimits.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { creditsMessages } from './messages.ts'

/** The ledger's own: entries come from files by being asked for. */
export const ledgerPanels = definePanels(() => import('./importCredits.tsx'), {
  import: { button: messages.list.import, of: creditRequests },
})

/** Where a request is decided. */
export const getDecisionUrl = (id: number) => `${creditRequests.path}&decide=${id}`

/** Of the requests alone: credits are issued and debited by asking for it. */
export const requestPanels = definePanels(() => import('./issuePanel.tsx'), {
  create: { button: null },
})

/** What opens beside the ledger, and beside what it was asked to enter. */
export const creditsPanels = definePanels(() => import('./panels.tsx'), {
  takeBack: { button: null, of: creditEntries },
  expire: { button: null, of: creditEntries },
  limits: { button: creditsMessages.limits, of: creditLimits },
  decide: { button: null, of: creditRequests },
})
