import '#client/frame/forms.ts'
// Shares a chunk with its screen's lists (client/docs/decisions/0001-chunks.md).
import '#shared/areas/credits/creditEntries.ts'
import '#shared/areas/credits/creditLiabilities.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { createImportPanel } from '#client/list/imports/panels.tsx'

/** The panel that imports issues and debits from a file. */
export const panels = { import: createImportPanel(creditRequests) }
