import '#client/frame/forms.ts'
import { loadUses } from '#shared/engine/recordCalls.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { loadPanelRecord } from './definePanels.ts'
import type { PanelLoadContext } from './definePanels.ts'
import { DeletePanel } from './DeletePanel.tsx'
import { FactsPanel } from './FactsPanel.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { PastePanel } from './PastePanel.tsx'
import { recordIntents } from '../recordIntents.ts'
import { NewRecordPanel, RecordPanel } from './RecordPanel.tsx'
import { ReorderTable } from '../table/ReorderTable.tsx'

/** Definitions of the panels that every list may have (listPanels.ts). */
export const panels = {
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
  reorder: { Panel: ReorderTable, intents: { reorder: recordIntents.reorder }, load: null },
  choose: { Panel: ColumnsPanel, intents: { choose: recordIntents.choose }, load: null },
  failed: { Panel: FailedPanel, intents: {}, load: null },
  paste: { Panel: PastePanel, intents: { paste: recordIntents.paste }, load: null },
  record: { Panel: FactsPanel, intents: {}, load: loadPanelRecord },
}

export { handleForm } from '#client/form/handleForm.ts'
