import { allStoresMessages } from '../allStoresMessages.ts'
import { storeMessages } from '../messages.ts'

export { integrationStates } from '#shared/engine/integrations/states.ts'
export type { IntegrationState } from '#shared/engine/integrations/states.ts'

/** The states of a store (screens.md, All Stores). */
export const storeStatuses = {
  draft: storeMessages.draft,
  active: storeMessages.active,
  suspended: storeMessages.suspended,
  maintenance: storeMessages.maintenance,
  archived: storeMessages.archived,
} as const
export type StoreStatus = keyof typeof storeStatuses

type StatusChangeRule = {
  from: readonly StoreStatus[]
  to: StoreStatus
  label: string
  /**
   * Whether a reason is required, because members lose access to the store until an operator
   * activates it.
   */
  reason: boolean
}

/**
 * Changes that an operator can make to a store's status. The platform rejects any other change with
 * 409.
 */
export const statusChanges = {
  activate: {
    from: ['draft', 'suspended', 'archived'],
    to: 'active',
    label: allStoresMessages.actions.activate,
    reason: false,
  },
  suspend: {
    from: ['active', 'maintenance'],
    to: 'suspended',
    label: allStoresMessages.actions.suspend,
    reason: true,
  },
  startMaintenance: {
    from: ['active'],
    to: 'maintenance',
    label: allStoresMessages.actions.startMaintenance,
    reason: false,
  },
  endMaintenance: {
    from: ['maintenance'],
    to: 'active',
    label: allStoresMessages.actions.endMaintenance,
    reason: false,
  },
  archive: {
    from: ['draft', 'active', 'suspended', 'maintenance'],
    to: 'archived',
    label: allStoresMessages.actions.archive,
    reason: true,
  },
} as const satisfies Record<string, StatusChangeRule>
export type StatusChangeName = keyof typeof statusChanges

export const isStatusChange = (name: string): name is StatusChangeName =>
  Object.hasOwn(statusChanges, name)

export const getStatusChanges = (status: StoreStatus): StatusChangeName[] =>
  (Object.keys(statusChanges) as StatusChangeName[]).filter((name) =>
    (statusChanges[name].from as readonly StoreStatus[]).includes(status),
  ) // The table's keys are its names, and each `from` lists statuses.
