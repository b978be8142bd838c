import '#client/frame/forms.ts'
import {
  loadTrainingCategoryCompletion,
  duplicateTrainingCategory,
} from '#shared/areas/training/trainingCalls.ts'
import { loadPanelRecord } from '#client/list/panels/definePanels.ts'
import type { PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { TrainingCompletionPanel } from './TrainingCompletionPanel.tsx'
import { createDuplicateTrainingPanel } from './DuplicateTrainingPanel.tsx'
import { statusPanels } from './statusPanels.ts'

export const panels = {
  ...statusPanels,
  duplicate: createDuplicateTrainingPanel((api, { id }, values, key) =>
    duplicateTrainingCategory(api, id, values, key),
  ),
  completion: {
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
}
