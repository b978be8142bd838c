import { colors } from '#shared/areas/colors/colors.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { nearDuplicatesCall } from './nearDuplicates.ts'
import { insertColors } from './seed.ts'

export const colorsArea = defineArea({
  name: 'colors',
  resources: [colors],
  calls: [nearDuplicatesCall],
  seed: { beforeStores: insertColors },
})

// What other areas use.
export { computeColorDistance, toLabColors } from './colorDistance.ts'
