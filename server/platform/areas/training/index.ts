import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { trainingContentHooks } from './hooks.ts'
import { trainingCalls } from './trainingCalls.ts'
import { insertTrainingContent } from './seed.ts'

export const trainingArea = defineArea({
  name: 'training',
  resources: [trainingCategories, trainingContent],
  hooks: { trainingContent: trainingContentHooks },
  calls: trainingCalls,
  seed: { beforeStores: insertTrainingContent },
})

// What the demo data is made from.
export { insertDemoCompletions } from './seed.ts'
