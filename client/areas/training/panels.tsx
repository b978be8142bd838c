import '#client/frame/forms.ts'
import { loadCompletion, duplicateTrainingCategory } from '#shared/areas/training/trainingCalls.ts'
import { loadPanelRecord } from '#client/list/panels/definePanels.ts'
import type { PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { CompletionPanel } from './CompletionPanel.tsx'
import { createDuplicatePanel } from './DuplicatePanel.tsx'
import { statusPanels } from './statusPanels.ts'

export const panels = {
  ...statusPanels,
  duplicate: createDuplicatePanel((api, { id }, values, key) =>
    duplicateTrainingCategory(api, id, values, key),
  ),
  completion: {
    Panel: CompletionPanel,
    intents: {},
    async load(context: PanelLoadContext) {
      const { api, id, signal } = context
      const [record, completion] = await Promise.all([
        loadPanelRecord(context),
        loadCompletion(api, id ?? 0, signal),
      ])
      return { record, completion }
    },
  },
}
