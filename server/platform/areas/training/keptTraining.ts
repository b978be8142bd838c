import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { wrongContent } from '#shared/areas/training/publishing.ts'
import type { Consequence, Kept } from '#server/platform/core/records/settled.ts'

/** A draft may be incomplete; what members see may not. */
const contentConsequence: Consequence = {
  wrong: (values, { before }) => wrongContent({ ...before, ...values }),
  settle: () => Promise.resolve(),
}

export const keptCategories: Kept = { ...trainingCategories, consequence: null, dependents: [] }
export const keptTraining: readonly Kept[] = [
  keptCategories,
  { ...trainingContent, consequence: contentConsequence, dependents: [] },
]
