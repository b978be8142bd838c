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

/**
 * The kinds of integrations, each with the store's derived field that holds its state and the store
 * types that aren't ready without it.
 */
export const integrationsByKind = {
  mail: {
    label: storeMessages.email,
    field: 'mailState',
    neededBy: ['points', 'gift', 'mixed', 'retail'],
  },
  signOn: { label: storeMessages.sso, field: 'signOnState', neededBy: [] },
  payment: { label: storeMessages.payment, field: 'paymentState', neededBy: ['mixed', 'retail'] },
  gift: { label: storeMessages.giftCards, field: 'giftState', neededBy: ['mixed', 'gift'] },
  print: { label: storeMessages.printOnDemand, field: 'printState', neededBy: [] },
} as const
export type IntegrationKind = keyof typeof integrationsByKind
// The table's own keys.
export const integrationKinds = Object.keys(integrationsByKind) as IntegrationKind[]

export const integrationKindLabels = Object.fromEntries(
  Object.entries(integrationsByKind).map(([kind, { label }]) => [kind, label]),
)

export const isNeededByStoreType = (kind: IntegrationKind, type: unknown): boolean =>
  integrationsByKind[kind].neededBy.some((one) => one === type)

/**
 * Groups a store's integrations by what works, what fails, and what is needed but missing. Unused
 * optional ones are in no group.
 */
export function groupIntegrations(store: Record<string, unknown>) {
  const filterKinds = (isIncluded: (state: unknown, kind: IntegrationKind) => boolean) =>
    integrationKinds.filter((kind) => isIncluded(store[integrationsByKind[kind].field], kind))
  return {
    active: filterKinds((state) => state === 'active'),
    failing: filterKinds((state) => state === 'degraded'),
    missing: filterKinds(
      (state, kind) =>
        state !== 'active' && state !== 'degraded' && isNeededByStoreType(kind, store['type']),
    ),
  }
}

export const formatIntegrationKinds = (kinds: readonly IntegrationKind[]): string =>
  kinds.map((kind) => integrationsByKind[kind].label).join(', ')

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
