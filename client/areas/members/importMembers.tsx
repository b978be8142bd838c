import '#client/frame/forms.ts'
import { members } from '#shared/areas/members/members.ts'
import { createImportPanel } from '#client/list/imports/panels.tsx'

/** The panel that imports group memberships from a file. */
export const panels = { import: createImportPanel(members) }
