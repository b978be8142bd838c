import { buildFixUrl, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import {
  addTestAndActivateSteps,
  buildTestPanelUrl,
  createPanelTestExtras,
  createTestPanel,
} from '#client/integrations/index.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import type { PanelDefinition } from '#client/list/panels/definePanels.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import { recordIntents } from '#client/list/recordIntents.ts'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

const { create, edit } = recordIntents

const createPanel: PanelDefinition<Prefill> = {
  Panel: ({ loaded, ...props }) => (
    <RecordPanel
      {...props}
      loaded={null}
      begun={loaded}
      further={createPanelTestExtras({ refused: props.refused })}
    />
  ),
  intents: addTestAndActivateSteps({ create }, { testAt: buildTestPanelUrl }),
  load: ({ api, params, signal }) =>
    loadPrefill({ api, fields: alertChannels.fields, params, signal }),
  params: ['begin'],
}

const editPanel: PanelDefinition<AnyRecord> = {
  Panel: (props) => (
    <RecordPanel {...props} further={createPanelTestExtras({ refused: props.refused })} />
  ),
  intents: addTestAndActivateSteps({ edit }, { testAt: buildTestPanelUrl }),
  load: loadPanelRecord,
}

export const channelPanels = definePanels({
  create: createPanel,
  edit: editPanel,
  test: {
    ...createTestPanel(undefined, {
      buildFieldUrl: (record, field) => buildFixUrl(alertChannels, record, field),
    }),
    reads: true,
  },
})
