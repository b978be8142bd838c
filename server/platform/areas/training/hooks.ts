import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { validateContent } from '#shared/areas/training/validateContent.ts'
import type { ResourceHooks, ResourceModule } from '#server/platform/core/records/resourceHooks.ts'

/** A draft may be incomplete. Content that members can see may not. */
const trainingContentHooks: ResourceHooks = {
  validate: (values, { before }) => validateContent({ ...before, ...values }),
  afterWrite: () => Promise.resolve(),
}

export const trainingCategoryModule: ResourceModule = {
  ...trainingCategories,
  hooks: null,
  dependents: [],
}
export const trainingModules: readonly ResourceModule[] = [
  trainingCategoryModule,
  { ...trainingContent, hooks: trainingContentHooks, dependents: [] },
]
