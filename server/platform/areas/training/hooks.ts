import { validateTrainingContent } from '#shared/areas/training/validateTrainingContent.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'

/** A draft may be incomplete. Content that members can see may not. */
export const trainingContentHooks: ResourceHooks = {
  validate: (values, { before }) => validateTrainingContent({ ...before, ...values }),
}
