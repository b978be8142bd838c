import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { blueprintReads } from './countDiffering.ts'
import { differencesCall } from './differencesCall.ts'
import { blueprintHooks } from './hooks.ts'
import { overridesCall } from './overridesCall.ts'
import { insertBlueprints } from './seed.ts'
import { blueprintVisibility } from './visibility.ts'

export const blueprintsArea = defineArea({
  name: 'blueprints',
  resources: [blueprints],
  hooks: { blueprints: blueprintHooks },
  reads: { blueprints: blueprintReads },
  calls: [differencesCall, overridesCall],
  visibility: blueprintVisibility,
  seed: { afterStores: insertBlueprints },
})
