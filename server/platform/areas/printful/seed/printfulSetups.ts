import type { printfulSetup as definition } from '#shared/areas/printful/printfulSetup.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

type PrintfulSetupValues = Omit<ValuesOf<typeof definition>, 'token'>

const printfulSetupRows: PrintfulSetupValues[] = [
  {
    name: 'Printful Europe',
    level: 'account',
    tokenExpiresOn: '2027-03-31',
    storeMap: [],
    orderMode: 'confirm',
    limitPerMinute: 100,
  },
  {
    name: 'Printful samples',
    level: 'store',
    tokenExpiresOn: null,
    storeMap: [],
    orderMode: 'draft',
    limitPerMinute: 20,
  },
]

export async function insertPrintfulSetups(context: SeedContext): Promise<void> {
  await insertRecords(context, 'printfulSetup', printfulSetupRows)
}
