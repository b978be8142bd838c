import type { Field } from '#shared/engine/fields/fields.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { storePairPattern } from '#shared/areas/printful/storeMap.ts'

/**
 * How the records of a resource name their stores: in a list of IDs, in lines that pair an ID at Printful with a store's code, or as
 * a field of the store (`field` is the store's then).
 */
export type StoreList = { kind: 'ids' | 'pairs' | 'store'; field: string }

/** Resources that a store names itself, by the field of the store. A test compares them with the definition of stores. */
export const storeFieldsByResource: Readonly<Record<string, string>> = {
  smtpSettings: 'smtpSettingsId',
  themes: 'themeId',
}

/** Whether a field lists stores by ID. */
const isStoreReferences = ({ kind, target: to }: Pick<Field, 'kind' | 'target'>): boolean =>
  kind === 'references' && to?.name === 'stores'

/** Whether a field holds stores that are changed by jobs, and never as a field of a form once the record exists. */
export const isStoreList = (field: Pick<Field, 'kind' | 'target' | 'pattern'>): boolean =>
  isStoreReferences(field) || field.pattern === storePairPattern

/** How records of this resource name their stores, whoever may change that; null where they don't. */
export function findStoreList({
  name,
  fields,
}: Pick<Resource, 'name' | 'fields'>): StoreList | null {
  const { [name]: named } = storeFieldsByResource
  if (named !== undefined) return { kind: 'store', field: named }
  const found = Object.entries(fields).find(([, field]) => isStoreList(field))
  if (!found) return null
  const [field, { kind }] = found
  return { kind: kind === 'references' ? 'ids' : 'pairs', field }
}

/** Whether a record is for all stores, so that its list says nothing more. */
export function isForAllStores(resource: Resource, record: AnyRecord): boolean {
  if (record['allStores'] === true) return true
  const list = findStoreList(resource)
  if (list?.kind !== 'ids' || resource.fields[list.field]?.emptyLabel === undefined) return false
  const { [list.field]: stores } = record
  return Array.isArray(stores) && stores.length === 0
}
