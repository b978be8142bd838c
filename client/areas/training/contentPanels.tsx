import '#client/frame/forms.ts'
import { createRecord, readRecord } from '#shared/engine/recordCalls.ts'
import { openRecord } from '#client/list/panels/definePanels.ts'
import { duplicatePanel } from './DuplicatePanel.tsx'
import { statusPanels } from './statusPanels.ts'
import { PreviewPanel } from './PreviewPanel.tsx'

export const panels = {
  ...statusPanels,
  duplicate: duplicatePanel(async (api, { resource, id }, { title }, key) => {
    const content = await readRecord(api, resource, id)
    const copied = Object.keys(resource.fields).map((name) => [name, content[name]])
    const values = { ...Object.fromEntries(copied), title, status: 'draft', position: null }
    return createRecord(api, resource, values, key)
  }),
  preview: { Panel: PreviewPanel, intents: {}, load: openRecord },
}
