import { messages } from '#shared/messages.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLimits } from '#shared/areas/credits/creditLimits.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { creditsMessages } from './messages.ts'

/** The ledger's own panels. An import doesn't write entries, it requests them. */
export const ledgerPanels = definePanels(() => import('./importCredits.tsx'), {
  import: { button: messages.list.import, of: creditRequests },
})

/** Builds the URL where a request is decided. */
export const buildCreditDecisionUrl = (id: number) => `${creditRequests.path}&decide=${id}`

/** Only for requests: credits are issued and debited by requesting it. */
export const requestPanels = definePanels(() => import('./issuePanel.tsx'), {
  create: { button: null },
})

/** Panels beside the ledger and beside its requests. */
export const creditsPanels = definePanels(() => import('./panels.tsx'), {
  takeBack: { button: null, of: creditEntries },
  expire: { button: null, of: creditEntries },
  limits: { button: creditsMessages.limits, of: creditLimits },
  decide: { button: null, of: creditRequests },
})
