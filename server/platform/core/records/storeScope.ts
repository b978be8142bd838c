import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { Resource } from '#shared/engine/resource.ts'
import type { RelationOptions } from '#shared/engine/resourceOptions.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { forbidden } from '../platform/httpError.ts'
import { getRecordColumns } from './list/columns.ts'
import { recordMessages } from './messages.ts'
import { maskPersonalColumns } from './personalData.ts'
import { matchesIds } from '../auth/storeIds.ts'
import type { StoreIds } from '../auth/storeIds.ts'

/**
 * Rejects a change of something shared by several stores unless the caller has all of them. Reading
 * is allowed.
 */
export function requireStores(
  { title }: Pick<Resource, 'title'>,
  recordStoreIds: readonly number[],
  { storeIds }: { storeIds: StoreIds },
): void {
  if (storeIds === null || recordStoreIds.every((id) => storeIds.includes(id))) return
  throw forbidden(recordMessages.otherStores(title.one))
}

/**
 * A resource limited to the caller's stores. Calls take no other kind, so they can't read or write
 * beyond those stores.
 */
export type ScopedResource<R extends Resource = Resource> = R &
  Omit<Viewer, 'id'> & {
    /** The calling account, which can use its own uploads; missing when the platform acts. */
    callerId?: number | undefined
  }

/** The caller's stores and permissions. Permissions alone decide which alerts are visible. */
export type Viewer = { storeIds: StoreIds; permissions?: readonly string[]; id?: number }

export const limitToCaller = <R extends Resource>(
  { storeIds, permissions = [], id }: Viewer,
  resource: R,
): ScopedResource<R> => ({ ...resource, storeIds, permissions, callerId: id })

/**
 * Rejects changes to what all stores inherit if the account is limited to some stores. A store's
 * own records affect only that store.
 */
export function requireInheritedWriteAccess({
  api: { impact },
  relations: { scope },
  storeIds,
  title,
}: ScopedResource): void {
  if (!impact || scope !== undefined || storeIds === null) return
  throw forbidden(recordMessages.affectsAll(title.many, impact.many))
}

type ScopedTable = Pick<Resource, 'name'> & {
  permissions?: readonly string[]
  callerId?: number | undefined
  relations: Pick<RelationOptions, 'scope' | 'parent'>
  fields?: Record<string, Field>
}

/**
 * Whether a record's `storeIds` names the stores it belongs to, where an empty list means all. Not
 * for a resource with `impact`, which affects all stores whatever it names.
 */
export function isScopedByStoreIds({ name }: Pick<Resource, 'name'>): boolean {
  const { relations, api, fields } = getResource(name) ?? {}
  const isListed = fields?.['storeIds']?.emptyLabel !== undefined
  return isListed && !relations?.scope && !api?.impact
}

/**
 * How an area limits a resource's rows to what an account can see, where its scope, its list of
 * stores, and its parent don't say it.
 */
export type Visibility = {
  /** The condition for accounts that are limited to these stores. */
  condition?: (storeIds: readonly number[]) => RawBuilder<boolean>
  /** Selects the visible rows, with what they say of other stores left out; null means the table. */
  selectRows?: (viewer: Viewer & { callerId?: number | undefined }) => RawBuilder<unknown> | null
  /** `selectRows` hides whole rows, not only what they say of other stores. */
  hidesRows?: true
  /**
   * The rows never change, and their column `isErased` says that they are read without the personal
   * data of an erased member. Their search text still has it, so searches must not use it.
   */
  hasErasedRows?: true
}

const visibilityByResource = new Map<string, Visibility>()

/** Adds the rules of areas, by resource. `areas/index.ts` registers them as the platform starts. */
export function registerVisibility(rules: Readonly<Record<string, Visibility>>): void {
  for (const [name, rule] of Object.entries(rules)) visibilityByResource.set(name, rule)
}

/** Whether rows of this resource may have a search text with the data of erased members. */
export const hasErasedRows = ({ name }: Pick<Resource, 'name'>): boolean =>
  visibilityByResource.get(name)?.hasErasedRows === true

/**
 * Selects the rows that these stores can see, with the personal data that the account can't see
 * masked. All reads must use it. A record with a scope but no
 * store is visible only to accounts of all stores.
 */
export function getVisibleRows(resource: ScopedTable, storeIds: StoreIds): RawBuilder<unknown> {
  return maskPersonalColumns(resource, selectVisibleRows(resource, storeIds))
}

function selectVisibleRows(resource: ScopedTable, storeIds: StoreIds): RawBuilder<unknown> {
  const table = sql.table(resource.name)
  const selection = visibilityByResource.get(resource.name)?.selectRows?.({ ...resource, storeIds })
  if (selection) return selection
  if (storeIds === null) return table
  const limit = buildStoreCondition(resource, storeIds)
  return limit ? sql`(select * from ${table} where ${limit}) as ${table}` : table
}

/** Whether stores limit which records of this resource are visible. */
export const hasStoreLimit = (resource: ScopedTable): boolean =>
  visibilityByResource.get(resource.name)?.hidesRows === true ||
  buildStoreCondition(resource, []) !== null

function buildStoreCondition(resource: ScopedTable, storeIds: StoreIds) {
  const { name, relations, fields } = resource
  const { scope, parent } = relations
  const condition = visibilityByResource.get(name)?.condition
  if (condition && storeIds) return condition(storeIds)
  if (scope !== undefined) return matchesIds(scope, storeIds)
  if (isScopedByStoreIds(resource) && storeIds)
    return sql<boolean>`(store_ids = '{}' or store_ids && ${[...storeIds]}::int[])`
  const parentField = parent === undefined ? undefined : fields?.[parent]
  const parentTarget = parentField && getReferenceTarget(parentField)
  if (parent === undefined || !parentTarget || !hasStoreLimit(parentTarget)) return null
  return sql<boolean>`${sql.ref(parent)} in (select id from ${getVisibleRows(parentTarget, storeIds)})`
}

/** Selects all records, counting only stores that the account has. */
export function selectWithStoreCount(
  resource: Resource,
  storesSql: RawBuilder<unknown>,
  storeIds: readonly number[],
) {
  const columns = [...getRecordColumns(resource), 'searchText'].filter((name) => name !== 'stores')
  return sql`select ${sql.join(columns.map((name) => sql.ref(name)))},
      (select count(*)::int ${storesSql} and ${matchesIds('stores.id', storeIds)}) as stores
    from ${sql.table(resource.name)}`
}
