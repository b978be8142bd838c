import { creditBulkActions } from './credits/bulkActions.ts'
import { getGenericBulkActions } from '../engine/bulk/bulkActions.ts'
import type { BulkAction } from '../engine/bulk/bulkActions.ts'
import type { Resource } from '../engine/resource.ts'
import { attemptBulkActions } from './payments/bulkActions.ts'
import { storeBulkActions } from './stores/bulkActions.ts'
import { userBulkActions } from './users/bulkActions.ts'

/** What areas add for their resources to what every list offers; how it is done stands with the platform's area of that name. */
const areaBulkActions: Readonly<Record<string, readonly BulkAction[]>> = {
  creditEntries: creditBulkActions,
  paymentAttempts: attemptBulkActions,
  stores: storeBulkActions,
  users: userBulkActions,
}

/** All that can be done to many records of a resource at once. */
export const getBulkActions = (resource: Resource): BulkAction[] => [
  ...(areaBulkActions[resource.name] ?? []),
  ...getGenericBulkActions(resource),
]
