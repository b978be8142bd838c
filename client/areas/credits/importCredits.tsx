import '#client/frame/forms.ts'
// In one chunk with the lists of its screen (client/docs/decisions/0001-chunks.md).
import '#shared/areas/credits/creditEntries.ts'
import '#shared/areas/credits/creditLiabilities.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { createImportPanel } from '#client/list/imports/panels.tsx'

/** Issues and debits from a file. */
export const panels = { import: createImportPanel(creditRequests) }
