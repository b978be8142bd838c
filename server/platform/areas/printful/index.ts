import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { printfulIntegration } from './printfulIntegration.ts'
import { insertPrintfulAccount } from './seed/printfulAccounts.ts'
import { insertPrintfulSetups } from './seed/printfulSetups.ts'

export const printfulArea = defineArea({
  name: 'printful',
  resources: [printfulSetup],
  integrations: [printfulIntegration],
  sealedColumns: [{ table: 'printfulStores', column: 'secret', sealed: 'secretSealed' }],
  seed: {
    async afterStores(context) {
      await insertPrintfulSetups(context)
      await insertPrintfulAccount(context)
    },
  },
})
