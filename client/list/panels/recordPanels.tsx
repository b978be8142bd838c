import { loadUses } from '#shared/engine/recordCalls.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import { definePanels, loadPanelRecord } from './definePanels.ts'
import type { PanelLoadContext } from './definePanels.ts'
import { DeletePanel } from './DeletePanel.tsx'
import { FactsPanel } from './FactsPanel.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { recordIntents } from '../recordIntents.ts'
import { NewRecordPanel, RecordPanel } from './RecordPanel.tsx'

/** Panels of one record (listPanels.ts). */
export const recordPanels = definePanels({
  create: {
    Panel: NewRecordPanel,
    intents: { create: recordIntents.create },
    load: ({ api, resource: { fields }, params, signal }: PanelLoadContext) =>
      loadPrefill({ api, fields, params, signal }),
  },
  edit: { Panel: RecordPanel, intents: { edit: recordIntents.edit }, load: loadPanelRecord },
  delete: {
    Panel: DeletePanel,
    intents: { delete: recordIntents.delete },
    async load(context: PanelLoadContext) {
      const { api, resource, id, signal } = context
      const uses = id === null ? [] : loadUses(api, resource, id, signal)
      const [record, recordUses] = await Promise.all([loadPanelRecord(context), uses])
      return { record, uses: recordUses }
    },
  },
  failed: { Panel: FailedPanel, intents: {}, load: null },
  record: { reads: true, Panel: FactsPanel, intents: {}, load: loadPanelRecord },
})
