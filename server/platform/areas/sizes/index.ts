import { sizes } from '#shared/areas/sizes/sizes.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { insertSizes } from './seed.ts'

export const sizesArea = defineArea({
  name: 'sizes',
  resources: [sizes],
  seed: { beforeStores: insertSizes },
})
