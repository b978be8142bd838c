import { messages } from '#shared/messages.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { createLinesPanel } from '#client/frame/index.ts'
import { issuePanels } from './issuePanel.tsx'
import { creditsPanels } from './panels.tsx'

/** The ledger's panels. An import doesn't write entries, it requests them. */
export const ledgerPanels = {
  ...creditsPanels,
  import: createLinesPanel(creditRequests, messages.list.import),
}

/** The panels of requests: credits are issued and debited by requesting it. */
export const requestPanels = { ...creditsPanels, ...issuePanels }
