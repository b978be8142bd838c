import { creditBulk } from './credits/creditBulk.ts'
import { genericActions } from '../engine/bulk/bulk.ts'
import type { BulkAction } from '../engine/bulk/bulk.ts'
import type { Resource } from '../engine/resource.ts'
import { attemptBulk } from './payments/attemptBulk.ts'
import { storeBulk } from './stores/storeBulk.ts'
import { userBulk } from './users/userBulk.ts'

/** What areas add for their resources to what every list offers; how it is done stands with the platform's area of that name. */
const ofAreas: Readonly<Record<string, readonly BulkAction[]>> = {
  creditEntries: creditBulk,
  paymentAttempts: attemptBulk,
  stores: storeBulk,
  users: userBulk,
}

/** All that can be done to many records of a resource at once. */
export const bulkActions = (resource: Resource): BulkAction[] => [
  ...(ofAreas[resource.name] ?? []),
  ...genericActions(resource),
]
