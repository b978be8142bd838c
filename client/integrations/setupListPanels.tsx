import type { ReactNode } from 'react'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { loadPrefill } from '../form/prefill.ts'
import type { Prefill } from '../form/prefill.ts'
import { loadPanelRecord } from '../list/panels/definePanels.ts'
import type { PanelDefinition } from '../list/panels/definePanels.ts'
import { RecordPanel } from '../list/panels/RecordPanel.tsx'
import { recordIntents } from '../list/recordIntents.ts'
import { createPanelTestExtras } from './setupFormExtras.tsx'
import { addTestAndActivateSteps, buildTestPanelUrl } from './setupSteps.ts'

const { create, edit } = recordIntents
const steps = { testAt: buildTestPanelUrl }

/**
 * Creates the panels that create and edit a setup next to its list. Their forms can test and
 * activate it, too. `children` follow the fields.
 */
export function createSetupListPanels(resource: Resource, children?: ReactNode) {
  const createPanel: PanelDefinition<Prefill> = {
    Panel: ({ loaded, ...props }) => (
      <RecordPanel
        {...props}
        loaded={null}
        prefill={loaded}
        further={createPanelTestExtras({ refused: props.refused })}
      >
        {children}
      </RecordPanel>
    ),
    intents: addTestAndActivateSteps({ create }, steps),
    load: ({ api, params, signal }) =>
      loadPrefill({ api, fields: resource.fields, params, signal }),
    params: ['begin'],
  }
  const editPanel: PanelDefinition<AnyRecord> = {
    Panel: (props) => (
      <RecordPanel {...props} further={createPanelTestExtras({ refused: props.refused })}>
        {children}
      </RecordPanel>
    ),
    intents: addTestAndActivateSteps({ edit }, steps),
    load: loadPanelRecord,
  }
  return { create: createPanel, edit: editPanel }
}
