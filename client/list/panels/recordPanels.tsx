import '#client/frame/forms.ts'
import { usesOf } from '#shared/engine/recordCalls.ts'
import { begunWith } from '#client/form/begun.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { openRecord } from './definePanels.ts'
import type { PanelWork } from './definePanels.ts'
import { DeletePanel } from './DeletePanel.tsx'
import { FactsPanel } from './FactsPanel.tsx'
import { FailedPanel } from './FailedPanel.tsx'
import { PastePanel } from './PastePanel.tsx'
import { recordIntents } from '../recordIntents.ts'
import { CreatePanel, RecordPanel } from './RecordPanel.tsx'
import { ReorderTable } from '../table/ReorderTable.tsx'

const intents = recordIntents

/** What the panels are made of that every list may have (listPanels.ts). */
export const panels = {
  create: {
    Panel: CreatePanel,
    intents: { create: intents.create },
    load: ({ api, resource: { fields }, params, signal }: PanelWork) =>
      begunWith({ api, fields, params, signal }),
  },
  edit: { Panel: RecordPanel, intents: { edit: intents.edit }, load: openRecord },
  delete: {
    Panel: DeletePanel,
    intents: { delete: intents.delete },
    async load(work: PanelWork) {
      const { api, resource, id, signal } = work
      const uses = id === null ? [] : usesOf(api, resource, id, signal)
      const [record, found] = await Promise.all([openRecord(work), uses])
      return { record, uses: found }
    },
  },
  reorder: { Panel: ReorderTable, intents: { reorder: intents.reorder }, load: null },
  choose: { Panel: ColumnsPanel, intents: { choose: intents.choose }, load: null },
  failed: { Panel: FailedPanel, intents: {}, load: null },
  paste: { Panel: PastePanel, intents: { paste: intents.paste }, load: null },
  record: { Panel: FactsPanel, intents: {}, load: openRecord },
}

export { answerForm } from '#client/form/answerForm.ts'
