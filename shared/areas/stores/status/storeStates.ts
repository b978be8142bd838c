import { storesMessages } from '../storesMessages.ts'
import { storeLabels } from '../messages.ts'

export { integrationStates } from '#shared/engine/integrations/states.ts'
export type { IntegrationState } from '#shared/engine/integrations/states.ts'

/** The states of a store (screens.md, All Stores). */
export const storeStatuses = {
  draft: storeLabels.draft,
  active: storeLabels.active,
  suspended: storeLabels.suspended,
  maintenance: storeLabels.maintenance,
  archived: storeLabels.archived,
} as const
export type StoreStatus = keyof typeof storeStatuses

/** What a store is joined to, the derived field of the store that holds its state, and the types of stores that are not ready without it. */
export const integrations = {
  mail: {
    label: storeLabels.email,
    field: 'mailState',
    neededBy: ['points', 'gift', 'mixed', 'retail'],
  },
  signOn: { label: storeLabels.sso, field: 'signOnState', neededBy: [] },
  payment: { label: storeLabels.payment, field: 'paymentState', neededBy: ['mixed', 'retail'] },
  gift: { label: storeLabels.giftCards, field: 'giftState', neededBy: ['mixed', 'gift'] },
  print: { label: storeLabels.printOnDemand, field: 'printState', neededBy: [] },
} as const
export type IntegrationKind = keyof typeof integrations
export const integrationKinds = Object.keys(integrations) as IntegrationKind[] // They are the table's own.

export const integrationLabels = Object.fromEntries(
  Object.entries(integrations).map(([kind, { label }]) => [kind, label]),
)

export const isNeeded = (kind: IntegrationKind, type: unknown): boolean =>
  integrations[kind].neededBy.some((one) => one === type)

/** How a store is joined: what works, what fails, and what it needs and does not have. What it does without is none of these. */
export function joinedTo(store: Record<string, unknown>) {
  const those = (is: (state: unknown, kind: IntegrationKind) => boolean) =>
    integrationKinds.filter((kind) => is(store[integrations[kind].field], kind))
  return {
    active: those((state) => state === 'active'),
    failing: those((state) => state === 'degraded'),
    missing: those(
      (state, kind) => state !== 'active' && state !== 'degraded' && isNeeded(kind, store['type']),
    ),
  }
}

export const labelsOf = (kinds: readonly IntegrationKind[]): string =>
  kinds.map((kind) => integrations[kind].label).join(', ')

type StatusChange = {
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
    label: storesMessages.actions.activate,
    reason: false,
  },
  suspend: {
    from: ['active', 'maintenance'],
    to: 'suspended',
    label: storesMessages.actions.suspend,
    reason: true,
  },
  startMaintenance: {
    from: ['active'],
    to: 'maintenance',
    label: storesMessages.actions.startMaintenance,
    reason: false,
  },
  endMaintenance: {
    from: ['maintenance'],
    to: 'active',
    label: storesMessages.actions.endMaintenance,
    reason: false,
  },
  archive: {
    from: ['draft', 'active', 'suspended', 'maintenance'],
    to: 'archived',
    label: storesMessages.actions.archive,
    reason: true,
  },
} as const satisfies Record<string, StatusChange>
export type StatusChangeName = keyof typeof statusChanges

export const isStatusChange = (name: string): name is StatusChangeName =>
  Object.hasOwn(statusChanges, name)

export const changesFrom = (status: StoreStatus): StatusChangeName[] =>
  (Object.keys(statusChanges) as StatusChangeName[]).filter((name) =>
    (statusChanges[name].from as readonly StoreStatus[]).includes(status),
  ) // The keys of the table are its names, and each `from` is a list of statuses.
