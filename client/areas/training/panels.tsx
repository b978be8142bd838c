import {
  loadTrainingCategoryCompletion,
  duplicateTrainingCategory,
} from '#shared/areas/training/trainingCalls.ts'
import { definePanels, loadPanelRecord } from '#client/frame/index.ts'
import type { PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { TrainingCompletionPanel } from './TrainingCompletionPanel.tsx'
import { createDuplicateTrainingPanel } from './DuplicateTrainingPanel.tsx'
import { statusPanels } from './statusPanels.ts'

export const categoryPanels = definePanels({
  ...statusPanels,
  duplicate: createDuplicateTrainingPanel((api, { id }, values, key) =>
    duplicateTrainingCategory(api, id, values, key),
  ),
  completion: {
    reads: true,

    Panel: TrainingCompletionPanel,
    intents: {},
    async load(context: PanelLoadContext) {
      const { api, id, signal } = context
      const [record, completion] = await Promise.all([
        loadPanelRecord(context),
        loadTrainingCategoryCompletion(api, id ?? 0, signal),
      ])
      return { record, completion }
    },
  },
})
