import { creditBulkActions } from './credits/bulkActions.ts'
import { getGenericBulkActions } from '../engine/bulk/bulkActions.ts'
import type { BulkAction } from '../engine/bulk/bulkActions.ts'
import type { Resource } from '../engine/resource.ts'
import { attemptBulkActions, orderBulkActions } from './payments/bulkActions.ts'
import { storeBulkActions } from './stores/bulkActions.ts'
import { userBulkActions } from './users/bulkActions.ts'

/**
 * Bulk actions that areas add to the generic ones. The platform's area of the same name performs
 * them.
 */
const areaBulkActions: Readonly<Record<string, readonly BulkAction[]>> = {
  creditEntries: creditBulkActions,
  orders: orderBulkActions,
  paymentAttempts: attemptBulkActions,
  stores: storeBulkActions,
  users: userBulkActions,
}

/** Returns all bulk actions of a resource. */
export const getBulkActions = (resource: Resource): BulkAction[] => [
  ...(areaBulkActions[resource.name] ?? []),
  ...getGenericBulkActions(resource),
]
