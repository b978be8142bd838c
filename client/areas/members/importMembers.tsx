import '#client/frame/forms.ts'
import { members } from '#shared/areas/members/members.ts'
import { createImportPanel } from '#client/list/imports/panels.tsx'

/** Who is in which group, from a file. */
export const panels = { import: createImportPanel(members) }
