import '#client/forms.ts'
import '#client/stores.ts'
import { creditRequests } from '#shared/resources/creditRequests.ts'
import { importPanelOf } from '#client/list/imports/panels.tsx'

/** Issues and debits from a file. */
export const panels = { import: importPanelOf(creditRequests) }
