import { sql } from 'kysely'
import { isFilterParam } from '#shared/engine/list/filterGroups.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { Counts } from '#shared/engine/platformCalls.ts'
import { limits } from '#shared/limits.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { getRecordColumns, getColumn } from './columns.ts'
import type { SqlCondition } from './conditions.ts'
import { buildCondition, isTextSearch } from './filters.ts'
import { getVisibleRows } from '../storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { ScopedResource } from '../storeScope.ts'
import { getFieldStorage } from '../fieldStorage.ts'
import { addLabels } from '../labels.ts'
import { redactOtherStores } from '../otherStores.ts'
import { loadClosestMatches } from './closest.ts'
import { countEach, toCappedCount } from './count.ts'
import { getMonthOrder } from './nearMonth.ts'
import { loadPage } from './page.ts'
import type { PageQuery } from './page.ts'
import { getSortColumns } from './sortOrder.ts'
import { getParameterNames } from './readExtension.ts'
import type { ReadableResource, Totals } from './readExtension.ts'
import { recordMessages } from '../messages.ts'

/** Rejects unknown and repeated parameters; none is silently ignored. */
export function requireKnownParameters(params: URLSearchParams, known: readonly string[]): void {
  for (const name of new Set(params.keys())) {
    if (!known.includes(name)) throw badRequest(recordMessages.unknownParameter(name))
    if (params.getAll(name).length > 1) throw badRequest(recordMessages.onlyOnce(name))
  }
}

/** Parses a list's parameters, or rejects them with 400. */
export function requireListQuery(
  resource: ScopedResource,
  params: URLSearchParams,
  extraParams: readonly string[],
): ListQuery {
  const plain = new URLSearchParams([...params].filter(([name]) => !isFilterParam(name)))
  requireKnownParameters(plain, ['search', 'sort', 'limit', 'after', 'selection', ...extraParams])
  const { query, problems } = parseListQuery(resource, params)
  const [problem] = problems
  if (problem !== undefined) throw badRequest(problem)
  return query
}

/** GET /x: loads one page of a resource's records, as of `now`. */
export async function listRecords(
  connection: Connection,
  resource: ScopedResource<ReadableResource>,
  params: URLSearchParams,
  now: Date,
) {
  const { readExtension } = resource
  const allowedParams = ['counts', 'closest', 'ids', ...getParameterNames(resource)]
  const query = requireListQuery(resource, params, allowedParams)
  const countsField = params.get('counts')
  if (countsField !== null && countsField !== resource.list.tabs)
    throw badRequest(
      resource.list.tabs ? recordMessages.countsBody(resource.list.tabs) : recordMessages.noCounts,
    )
  const queryCondition = await buildCondition(connection, resource, query, now)
  const idsCondition = buildIdsCondition(params.get('ids'))
  const condition = idsCondition
    ? sql<boolean>`${idsCondition} and ${queryCondition}`
    : queryCondition
  const [page, counts, totals] = await Promise.all([
    loadRequestedPage(connection, query, params.get('closest'), {
      ...toPageQuery(resource, query),
      monthOrder: getMonthOrder(resource.name, query.sort, params, now),
      condition: readExtension?.filterRows?.(condition, params) ?? condition,
      isTextSearch: isTextSearch(query),
      addFields: async (records) => {
        const visible = await redactOtherStores(connection, resource, records)
        const labeled = await addLabels(connection, resource, visible)
        return (
          readExtension?.addFields?.(connection, labeled, condition, params, resource) ?? labeled
        )
      },
    }),
    countsField === null ? null : countPerOption(connection, resource, countsField, query, now),
    readExtension?.totals ? loadSums(connection, resource, readExtension.totals, condition) : null,
  ])
  return { ...page, ...(counts && { counts }), ...(totals && { sums: totals }) }
}

/** Matches the records with these IDs, separated by commas; null if none are named. */
export function buildIdsCondition(text: string | null): SqlCondition | null {
  if (text === null) return null
  const ids = text.split(',').map(Number)
  const isId = (id: number) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31
  if (!ids.every(isId) || ids.length > limits.chosenRecords)
    throw badRequest(recordMessages.idsBody(limits.chosenRecords))
  return matchesIds('id', ids)
}

function loadRequestedPage(
  connection: Connection,
  { search, after }: ListQuery,
  closest: string | null,
  page: PageQuery,
) {
  if (closest === null) return loadPage(connection, page)
  if (closest !== 'true' || search === '' || after !== null)
    throw badRequest(recordMessages.closestBody)
  return loadClosestMatches(connection, search, page)
}

/**
 * Counts records by each option of this field in one query, ignoring filters on the field itself.
 */
async function countPerOption(
  connection: Connection,
  resource: ScopedResource<ReadableResource>,
  name: string,
  query: ListQuery,
  now: Date,
): Promise<Counts> {
  const filters = query.filters.filter(({ field }) => field !== name)
  const { field } = getColumn(resource, name)
  const values = (field.options ?? []).map(({ value }) => value)
  const restCondition = await buildCondition(connection, resource, { ...query, filters }, now)
  const table = getVisibleRows(resource, resource.storeIds)
  const queries = values.map((value) => {
    const optionCondition = getFieldStorage(field).condition(sql.ref(name), {
      field,
      op: 'eq',
      value,
    })
    return { table, condition: sql<boolean>`${optionCondition} and ${restCondition}` }
  })
  const counts = await countEach(connection, queries)
  return Object.fromEntries(
    values.map((value, index) => [value, toCappedCount(counts[index] ?? 0)]),
  )
}

async function loadSums(
  connection: Connection,
  resource: ScopedResource,
  { by, of: columns }: Totals,
  condition: SqlCondition,
): Promise<ListRow[]> {
  const sumColumns = columns.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  const { rows } = await sql<ListRow>`select ${sql.ref(by)}, ${sql.join(sumColumns)}
    from ${getVisibleRows(resource, resource.storeIds)} where ${condition}
    group by ${sql.ref(by)} order by ${sql.ref(by)}`.execute(connection)
  return rows
}

type ListRow = Record<string, unknown>

const toPageQuery = (resource: ScopedResource, { sort, limit, after }: ListQuery) => ({
  table: getVisibleRows(resource, resource.storeIds),
  columns: getRecordColumns(resource),
  sortColumns: getSortColumns(resource, sort),
  sort,
  limit,
  after,
})
