import '#client/forms.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { readImport } from '#shared/imports/importCalls.ts'
import type { Import } from '#shared/imports/importCalls.ts'
import type { PanelCode, PanelWork } from '../panels/definePanels.ts'
import { importIntents } from './importIntents.ts'
import { ImportPanel } from './ImportPanel.tsx'

/** What the panel of an import is made of: into the list it stands beside, or into another resource. */
export const importPanelOf = (of?: Resource): PanelCode<Import | null> => ({
  Panel: (props) => <ImportPanel {...props} into={of ?? props.resource} />,
  intents: importIntents,
  load: async ({ api, resource, id, signal }: PanelWork) =>
    id === null ? null : readImport(api, resource, id, signal),
})

export const panels = { import: importPanelOf() }
