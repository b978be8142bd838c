import '#client/frame/forms.ts'
import { completionOf, duplicateCategory } from '#shared/areas/training/trainingCalls.ts'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelWork } from '#client/list/panels/definePanels.ts'
import { CompletionPanel } from './CompletionPanel.tsx'
import { duplicatePanel } from './DuplicatePanel.tsx'
import { statusPanels } from './statusPanels.ts'

export const panels = {
  ...statusPanels,
  duplicate: duplicatePanel((api, { id }, values, key) => duplicateCategory(api, id, values, key)),
  completion: {
    Panel: CompletionPanel,
    intents: {},
    async load(work: PanelWork) {
      const { api, id, signal } = work
      const [record, completion] = await Promise.all([
        openRecord(work),
        completionOf(api, id ?? 0, signal),
      ])
      return { record, completion }
    },
  },
}
