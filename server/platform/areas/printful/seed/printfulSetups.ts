import type { printfulSetup as definition } from '#shared/areas/printful/printfulSetup.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'

type PrintfulSetupValues = Omit<ValuesOf<typeof definition>, 'token'>

export const printfulSetups: PrintfulSetupValues[] = [
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
