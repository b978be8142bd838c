import { integrationMessages } from './messages.ts'

/**
 * The kinds of integrations, each with the store's derived field that holds its state and the store
 * types that aren't ready without it.
 */
export const integrationsByKind = {
  mail: {
    label: integrationMessages.email,
    field: 'mailState',
    neededBy: ['points', 'gift', 'mixed', 'retail'],
  },
  signOn: { label: integrationMessages.sso, field: 'signOnState', neededBy: [] },
  payment: {
    label: integrationMessages.payment,
    field: 'paymentState',
    neededBy: ['mixed', 'retail'],
  },
  gift: { label: integrationMessages.giftCards, field: 'giftState', neededBy: ['mixed', 'gift'] },
  print: { label: integrationMessages.printOnDemand, field: 'printState', neededBy: [] },
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
export function groupIntegrationsByState(store: Record<string, unknown>) {
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

/** Members can't order while payments fail, so those come first. */
export const sortPaymentFirst = <Kind extends string>(kinds: readonly Kind[]): Kind[] =>
  kinds.toSorted((one, other) => Number(other === 'payment') - Number(one === 'payment'))
