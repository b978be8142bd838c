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

/** What a store is joined to, the derived field of the store that holds its state, and the types of stores that are not ready without it. */
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
export const integrationKinds = Object.keys(integrationsByKind) as IntegrationKind[] // They are the table's own.

export const integrationKindLabels = Object.fromEntries(
  Object.entries(integrationsByKind).map(([kind, { label }]) => [kind, label]),
)

export const isIntegrationNeeded = (kind: IntegrationKind, type: unknown): boolean =>
  integrationsByKind[kind].neededBy.some((one) => one === type)

/** How a store is joined: what works, what fails, and what it needs and does not have. What it does without is none of these. */
export function groupIntegrations(store: Record<string, unknown>) {
  const those = (is: (state: unknown, kind: IntegrationKind) => boolean) =>
    integrationKinds.filter((kind) => is(store[integrationsByKind[kind].field], kind))
  return {
    active: those((state) => state === 'active'),
    failing: those((state) => state === 'degraded'),
    missing: those(
      (state, kind) =>
        state !== 'active' && state !== 'degraded' && isIntegrationNeeded(kind, store['type']),
    ),
  }
}

export const formatIntegrationKinds = (kinds: readonly IntegrationKind[]): string =>
  kinds.map((kind) => integrationsByKind[kind].label).join(', ')

type StatusChangeRule = {
  from: readonly StoreStatus[]
  to: StoreStatus
  label: string
  /** Whether it must be said why: it takes the store from its members until somebody gives it back. */
  reason: boolean
}

/** What an operator may do to a store's status; the platform refuses everything else with 409. */
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
  ) // The keys of the table are its names, and each `from` is a list of statuses.
