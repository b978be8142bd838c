import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { printfulIntegration } from './printfulIntegration.ts'

export const printfulArea = defineArea({
  name: 'printful',
  resources: [printfulSetup],
  integrations: [printfulIntegration],
  sealedColumns: [{ table: 'printfulStores', column: 'secret', sealed: 'secretSealed' }],
})
