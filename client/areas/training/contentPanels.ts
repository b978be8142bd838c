import { createRecord, loadRecord } from '#shared/engine/recordCalls.ts'
import { markdownPart } from '#client/frame/index.ts'
import type { ListPanels } from '#client/list/panels/definePanels.ts'
import { createDuplicateTrainingPanel } from './DuplicateTrainingPanel.tsx'
import { statusPanels } from './statusPanels.ts'

export const contentPanels: ListPanels = {
  ...statusPanels,
  duplicate: createDuplicateTrainingPanel(async (api, { resource, id }, { title }, key) => {
    const content = await loadRecord(api, resource, id)
    const copied = Object.keys(resource.fields).map((name) => [name, content[name]])
    const values = { ...Object.fromEntries(copied), title, status: 'draft', position: null }
    return createRecord(api, resource, values, key)
  }),
  preview: { part: markdownPart, reads: true, params: ['answer', 'handedIn'] },
}
