import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { resources } from '#shared/areas/index.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { users } from '#shared/areas/users/users.ts'
import { can } from '#shared/permissions/can.ts'
import { forbidden } from '../platform/httpError.ts'
import { getRecordColumns } from './list/columns.ts'
import { recordMessages } from './messages.ts'
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
export function rejectLimitedCaller({ impact, scope, storeIds, title }: ScopedResource): void {
  if (!impact || scope !== undefined || storeIds === null) return
  throw forbidden(recordMessages.affectsAll(title.many, impact.many))
}

type ScopedTable = Pick<Resource, 'name'> & {
  permissions?: readonly string[]
  callerId?: number | undefined
  scope?: string
  parent?: string
  fields?: Record<string, Field>
}

const storeListResources = new Set(
  resources
    .filter(({ scope, impact, fields }) => !scope && !impact && fields['storeIds']?.emptyLabel)
    .map(({ name }) => name),
)

/**
 * Whether a record's `storeIds` names the stores it belongs to, where an empty list means all. Not
 * for a resource with `impact`, which affects all stores whatever it names.
 */
export const hasStoreList = ({ name }: Pick<Resource, 'name'>): boolean =>
  storeListResources.has(name)

/**
 * Selects the rows that these stores can see. All reads must use it. A record with a scope but no
 * store is visible only to accounts of all stores.
 */
export function getVisibleRows(resource: ScopedTable, storeIds: StoreIds): RawBuilder<unknown> {
  const table = sql.table(resource.name)
  if (resource.name === attentionItems.name) return getVisibleAlerts(storeIds, resource)
  if (storeIds === null) return table
  if (resource.name === organisations.name) return getVisibleOrganizations(storeIds)
  if (resource.name === themes.name) return getVisibleThemes(storeIds)
  if (resource.name === incidents.name) return getVisibleIncidents(storeIds)
  if (resource.name === themeVersions.name) return getVisibleThemeVersions(storeIds)
  const limit = buildStoreCondition(resource, storeIds)
  return limit ? sql`(select * from ${table} where ${limit}) as ${table}` : table
}

/** Whether stores limit which records of this resource are visible. */
export const hasStoreLimit = (resource: ScopedTable): boolean =>
  resource.name === organisations.name ||
  resource.name === incidents.name ||
  resource.name === attentionItems.name ||
  buildStoreCondition(resource, []) !== null

function buildStoreCondition(resource: ScopedTable, storeIds: StoreIds) {
  const { name, scope, parent, fields } = resource
  if (name === stores.name) return matchesIds('id', storeIds)
  if (name === platformLogEntries.name) return sql<boolean>`false`
  if (name === users.name && storeIds)
    return sql<boolean>`not all_stores and store_ids && ${[...storeIds]}::int[]`
  if (scope !== undefined) return matchesIds(scope, storeIds)
  if (hasStoreList(resource) && storeIds)
    return sql<boolean>`(store_ids = '{}' or store_ids && ${[...storeIds]}::int[])`
  const parentField = parent === undefined ? undefined : fields?.[parent]
  const parentTarget = parentField && getReferenceTarget(parentField)
  if (parent === undefined || !parentTarget || !hasStoreLimit(parentTarget)) return null
  return sql<boolean>`${sql.ref(parent)} in (select id from ${getVisibleRows(parentTarget, storeIds)})`
}

/**
 * Selects the organizations of these stores, and those without a store yet, so that a new one stays
 * visible to its creator.
 */
function getVisibleOrganizations(storeIds: readonly number[]): RawBuilder<unknown> {
  const storesSql = sql`from stores where stores.organisation_id = organisations.id`
  return sql`(${selectWithStoreCount(organisations, storesSql, storeIds)}
    where exists (select ${storesSql} and ${matchesIds('stores.id', storeIds)})
      or not exists (select ${storesSql})) as organisations`
}

const getVisibleThemeVersions = (storeIds: readonly number[]): RawBuilder<unknown> => {
  const storesSql = sql`from store_theme_versions as kept join stores on stores.id = kept.store_id
    where kept.version_id = theme_versions.id`
  return sql`(${selectWithStoreCount(themeVersions, storesSql, storeIds)}) as theme_versions`
}

const getVisibleThemes = (storeIds: readonly number[]): RawBuilder<unknown> =>
  sql`(${selectWithStoreCount(themes, sql`from stores where stores.theme_id = themes.id`, storeIds)}) as themes`

/** Selects all records, counting only stores that the account has. */
function selectWithStoreCount(
  resource: Resource,
  storesSql: RawBuilder<unknown>,
  storeIds: readonly number[],
) {
  const columns = [...getRecordColumns(resource), 'searchText'].filter((name) => name !== 'stores')
  return sql`select ${sql.join(columns.map((name) => sql.ref(name)))},
      (select count(*)::int ${storesSql} and ${matchesIds('stores.id', storeIds)}) as stores
    from ${sql.table(resource.name)}`
}

const resourcePermissions = [...new Set(resources.map(({ permission }) => permission))]

/**
 * Selects alerts in any of these stores that the caller's permissions allow, with only those stores
 * named. Some alerts are for certain accounts only.
 */
function getVisibleAlerts(
  storeIds: StoreIds,
  { permissions = [], callerId = 0 }: Pick<ScopedTable, 'permissions' | 'callerId'>,
): RawBuilder<unknown> {
  const readable = resourcePermissions.filter((key) => can(permissions, key, 'read'))
  const isVisible = sql`permission = any(${readable}::text[])
    and (account_ids is null or ${callerId} = any(account_ids))`
  if (storeIds === null)
    return sql`(select * from attention_items where ${isVisible}) as attention_items`
  const columns = [...getRecordColumns(attentionItems), 'searchText'].filter(
    (name) => name !== 'storeIds',
  )
  const storeIdsSql = sql`${[...storeIds]}::int[]`
  return sql`(select ${sql.join(columns.map((name) => sql.ref(name)))},
      array(select unnest(store_ids) intersect select unnest(${storeIdsSql}) order by 1) as store_ids
    from attention_items where store_ids && ${storeIdsSql} and ${isVisible}) as attention_items`
}

function getVisibleIncidents(storeIds: readonly number[]): RawBuilder<unknown> {
  const sumColumns = ['stores', 'failures', 'stake', 'stakes']
  const columns = [...getRecordColumns(incidents), 'searchText'].filter(
    (name) => !sumColumns.includes(name),
  )
  const storesSql = sql`from incident_stores where incident_id = incidents.id and ${matchesIds('storeId', storeIds)}`
  return sql`(select ${sql.join(columns.map((name) => sql.ref(name)))},
      (select count(distinct store_id)::int ${storesSql}) as stores,
      (select sum(failures)::int ${storesSql}) as failures,
      (select coalesce(sum(amount), 0)::bigint ${storesSql} and incident_stores.currency = incidents.currency) as stake,
      (select jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount)) from (
        select currency, sum(amount) as amount ${storesSql} group by currency) as by_currency) as stakes
    from incidents where exists (select ${storesSql})) as incidents`
}
