import type { Field } from './fields/fields.ts'
import type { AnyRecord, Resource } from './resource.ts'
import { storePairPattern } from './storePairs.ts'

/**
 * How the records of a resource name their stores: a list of IDs, lines that pair a Printful ID
 * with a store's code, or a field of the store itself (then `field` is the store's).
 */
export type StoreList = { kind: 'ids' | 'pairs' | 'store'; field: string }

/**
 * Resources that a store names in a field of its own, by resource. A test compares them with the
 * definition of stores.
 */
const storeFieldsByResource: Readonly<Record<string, string>> = {
  blueprints: 'blueprintId',
  smtpSettings: 'smtpSettingsId',
  themes: 'themeId',
}

/** Whether a field lists stores by ID. */
const isStoreReferences = ({ kind, target }: Pick<Field, 'kind' | 'target'>): boolean =>
  kind === 'references' && target?.name === 'stores'

/**
 * Whether a field lists stores. For an existing record, jobs change such a list; its form doesn't.
 */
export const isStoreList = (field: Pick<Field, 'kind' | 'target' | 'pattern'>): boolean =>
  isStoreReferences(field) || field.pattern === storePairPattern

/**
 * Returns how the records of a resource name their stores, whether or not they can be edited, or
 * null if they don't.
 */
export function findStoreList({
  name,
  fields,
}: Pick<Resource, 'name' | 'fields'>): StoreList | null {
  const { [name]: storeField } = storeFieldsByResource
  if (storeField !== undefined) return { kind: 'store', field: storeField }
  const entry = Object.entries(fields).find(([, field]) => isStoreList(field))
  if (!entry) return null
  const [field, { kind }] = entry
  return { kind: kind === 'references' ? 'ids' : 'pairs', field }
}

/** Whether a record applies to all stores, so that its list of stores doesn't matter. */
export function isForAllStores(resource: Resource, record: AnyRecord): boolean {
  if (record['allStores'] === true) return true
  const list = findStoreList(resource)
  if (list?.kind !== 'ids' || resource.fields[list.field]?.emptyLabel === undefined) return false
  const { [list.field]: stores } = record
  return Array.isArray(stores) && stores.length === 0
}
