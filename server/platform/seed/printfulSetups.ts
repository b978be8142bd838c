import type { printfulSetup as definition } from '#shared/resources/printfulSetup.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'

type Plain = Omit<ValuesOf<typeof definition>, 'token'>

/** Two accounts at Printful as they were set up; their tokens are yet to be given. */
export const printfulSetups: Plain[] = [
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
