import { getBulkFields } from '#shared/engine/bulk/bulkActions.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import type { IntegrationKind } from '#shared/engine/integrations/integrationKinds.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { blueprintSettings } from './blueprintSettings.ts'
import { getNeverCopiedFields, storeFieldPlaces, storeFields } from '../storeFieldPlaces.ts'
import type { StoreField, StoreFieldTab } from '../storeFieldPlaces.ts'
import { stores } from '../stores.ts'

/** A setting or an integration of both sides. */
export type ComparedRow = {
  tab: StoreFieldTab
  label: string
  isSame: boolean
} & ({ setting: StoreField; isChangeable: boolean } | { kind: IntegrationKind })

const changeableFields = getBulkFields(stores)

/** Whether a plan can give a store another value for a setting. Files can't be planned. */
export const isChangeableSetting = (name: string): boolean => Object.hasOwn(changeableFields, name)

const isWorking = (state: unknown) => state === 'active' || state === 'degraded'

/** Compares as the database does: entries of a list are the same in any order. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return (
      JSON.stringify(one.map(String).toSorted()) === JSON.stringify(other.map(String).toSorted())
    )
  return (one ?? null) === (other ?? null)
}

const compareSetting = (setting: StoreField, one: AnyRecord, other: AnyRecord): ComparedRow => ({
  setting,
  tab: storeFieldPlaces[setting].tab,
  label: stores.fields[setting].label,
  isSame: isSameValue(one[setting], other[setting]),
  isChangeable: isChangeableSetting(setting),
})

const compareIntegration = (kind: IntegrationKind, isSame: boolean): ComparedRow => ({
  kind,
  tab: 'integrations',
  label: integrationsByKind[kind].label,
  isSame,
})

/**
 * Compares two stores: every setting but those for which each store has a value of its own, such as
 * its name, and whether each integration is in use.
 */
export function compareStores(one: AnyRecord, other: AnyRecord): ComparedRow[] {
  const ownFields = getNeverCopiedFields()
  return [
    ...storeFields
      .filter((name) => !ownFields.includes(name))
      .map((name) => compareSetting(name, one, other)),
    ...integrationKinds.map((kind) => {
      const { field } = integrationsByKind[kind]
      return compareIntegration(kind, isWorking(one[field]) === isWorking(other[field]))
    }),
  ]
}

/** Compares a store with a blueprint: the settings and integrations that the blueprint includes. */
export const compareWithBlueprint = (store: AnyRecord, blueprint: AnyRecord): ComparedRow[] => [
  ...getIncludedSettings(blueprint).map((name) => compareSetting(name, store, blueprint)),
  ...getExpectedIntegrations(blueprint).map((kind) =>
    compareIntegration(
      kind,
      isWorking(store[integrationsByKind[kind].field]) === (blueprint[kind] === 'active'),
    ),
  ),
]

/** Returns the settings that a blueprint includes, in the order of a store's page. */
export function getIncludedSettings(blueprint: AnyRecord): StoreField[] {
  const { settings } = blueprint
  const included: unknown[] = Array.isArray(settings) ? settings : []
  return storeFields.filter(
    (name) => included.includes(name) && blueprintSettings.some((one) => one === name),
  )
}

/** Returns the integrations about which a blueprint says whether they should be active. */
export const getExpectedIntegrations = (blueprint: AnyRecord): IntegrationKind[] =>
  integrationKinds.filter((kind) => blueprint[kind] === 'active' || blueprint[kind] === 'inactive')
