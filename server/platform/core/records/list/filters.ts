import { sql } from 'kysely'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { FilterOp } from '#shared/engine/fields/kind.ts'
import { parseFilterIds, splitFilterValues } from '#shared/engine/list/filterValues.ts'
import { utcZone } from '#shared/format/zones.ts'
import { findTimeZone } from '#server/platform/core/auth/preferences.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildOtherStoreCondition, isStoreCodeList, mayHideStores } from '../otherStores.ts'
import type { ScopedResource } from '../storeScope.ts'
import { getColumn } from './columns.ts'
import { buildComparison, isNotTrue } from './comparisons.ts'
import type { Moment } from './comparisons.ts'
import { matchAll, matchNothing, matchSome } from './conditions.ts'
import type { SqlCondition } from './conditions.ts'
import { splitSearchWords } from './foldText.ts'
import type { ReadableResource } from './readExtension.ts'
import { matchSavedSelection } from './savedSelection.ts'
import {
  buildContainsCondition,
  buildReferenceCondition,
  buildStartsCondition,
  buildTextCondition,
  hasNoWords,
} from './searchConditions.ts'

/**
 * Builds a list's condition. Reads the records that a search refers to first, and the viewer's time
 * zone if days count. `now` is when the query runs.
 */
export async function buildCondition(
  connection: Connection,
  resource: ScopedResource<ReadableResource>,
  {
    search,
    filters,
    groups = [],
    selection,
  }: Pick<ListQuery, 'search' | 'filters' | 'groups' | 'selection'>,
  now: Date,
): Promise<SqlCondition> {
  const moment = {
    now,
    zone: await findViewerZone(connection, resource, [...filters, ...groups.flat()]),
  }
  const buildFilter = (filter: ListFilter) => buildVisibleCondition(resource, filter, moment)
  const isSaved = selection ? [await matchSavedSelection(connection, resource, selection)] : []
  return matchAll([
    ...isSaved,
    ...filters.map(buildFilter),
    ...groups.map((group) => matchSome(group.map(buildFilter))),
    await buildTextCondition(connection, resource, search),
  ])
}

/** Finds the time zone in which the caller sees days, if a filter counts them; else UTC. */
async function findViewerZone(
  connection: Connection,
  { callerId }: ScopedResource,
  filters: readonly ListFilter[],
): Promise<string> {
  const countsDays = filters.some(({ op }) => op === 'within' || op === 'notWithin')
  if (!countsDays || callerId === undefined) return utcZone
  return (await findTimeZone(connection, callerId)) ?? utcZone
}

const textOps: readonly FilterOp[] = ['contains', 'starts']

/** Whether a list searches inside texts, which the sort index can't do. */
export const isTextSearch = ({ search, filters, groups = [] }: ListQuery): boolean =>
  splitSearchWords(search).length > 0 ||
  [...filters, ...groups.flat()].some(({ op }) => textOps.includes(op))

/**
 * Builds a filter's condition without what it would tell about stores that the reader can't see:
 * several stores are compared one by one.
 */
function buildVisibleCondition(
  resource: ScopedResource<ReadableResource>,
  filter: ListFilter,
  moment: Moment,
): SqlCondition {
  const { field, op, value } = filter
  if (!mayHideStores(resource, field)) return buildFilterCondition(resource, filter, moment)
  // Lines that the reader can't see are left out, so a list that looks empty may not be.
  if (op === 'empty' && isStoreCodeList(resource, field)) return matchNothing
  if (op === 'in' || op === 'not') {
    const isAny = matchSome(
      splitFilterValues(value).map((one) =>
        buildVisibleCondition(
          resource,
          { field, op: isStoreCodeList(resource, field) ? 'has' : 'eq', value: one },
          moment,
        ),
      ),
    )
    return op === 'in' ? isAny : isNotTrue(isAny)
  }
  const isOther = buildOtherStoreCondition(resource, filter)
  const condition = buildFilterCondition(resource, filter, moment)
  return isOther ? sql<boolean>`(${condition} and not ${isOther})` : condition
}

function buildFilterCondition(
  resource: ScopedResource<ReadableResource>,
  filter: ListFilter,
  moment: Moment,
): SqlCondition {
  const { field: name, op, value } = filter
  if (name === 'id') return matchesIds('id', parseFilterIds(value) ?? [])
  const { field } = getColumn(resource, name)
  if (textOps.includes(op) && hasNoWords(value)) return matchNothing
  const filterColumn = resource.readExtension?.columnFilters?.[name]
  if (filterColumn && (op === 'in' || op === 'not')) {
    const isAny = matchSome(
      splitFilterValues(value).map((one) => filterColumn({ field: name, op: 'eq', value: one })),
    )
    return op === 'in' ? isAny : isNotTrue(isAny)
  }
  if (filterColumn && (op === 'eq' || op === 'contains')) return filterColumn(filter)
  if (op === 'starts') return buildStartsCondition(resource, name, value)
  if (op !== 'contains') return buildComparison(sql.ref(name), { field, op, value }, moment)
  return field.target
    ? buildReferenceCondition(field, name, value, resource)
    : buildContainsCondition(resource, name, value)
}
