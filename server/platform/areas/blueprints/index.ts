import { blueprints } from '#shared/areas/blueprints/blueprints.ts'
import { storeOverrides } from '#shared/areas/blueprints/storeOverrides.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { blueprintReads } from './countDiffering.ts'
import { differencesCall } from './differencesCall.ts'
import { blueprintHooks } from './hooks.ts'
import { insertBlueprints } from './seed.ts'
import { blueprintVisibility } from './visibility.ts'

export const blueprintsArea = defineArea({
  name: 'blueprints',
  resources: [blueprints, storeOverrides],
  hooks: { blueprints: blueprintHooks },
  reads: { blueprints: blueprintReads, storeOverrides: { searchThrough: ['storeId'] } },
  calls: [differencesCall],
  visibility: blueprintVisibility,
  seed: { afterStores: insertBlueprints },
})
