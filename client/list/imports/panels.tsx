import '#client/frame/forms.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { PanelDefinition } from '../panels/definePanels.ts'
import { importIntents } from './importIntents.ts'
import { ImportPanel } from './ImportPanel.tsx'
import { loadImport } from './loadImport.ts'
import type { LoadedImport } from './loadImport.ts'

/** Creates the panel of an import into its list, or into another resource. */
export const createImportPanel = (of?: Resource): PanelDefinition<LoadedImport | null> => ({
  Panel: (props) => <ImportPanel {...props} into={of ?? props.resource} />,
  intents: importIntents,
  load: loadImport,
})

export const panels = { import: createImportPanel() }
