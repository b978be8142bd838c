import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { splitFilterValues } from '#shared/engine/list/filterValues.ts'
import type { ListQuery, Sort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { getField, getLabel } from '#shared/engine/resource.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { limits } from '#shared/limits.ts'
import { getValueLabelKey } from '../filterText.ts'

/** Loads the names of the records in filters with several values, and in groups, by `FIELD.ID`. */
export async function loadFilterLabels(
  api: Api,
  resource: Resource,
  { filters, groups = [] }: ListQuery,
  signal: AbortSignal,
): Promise<Labels> {
  const several = filters.filter(({ op }) => op === 'in' || op === 'not')
  const named = [...several, ...groups.flat().filter(({ op }) => ['eq', 'in', 'not'].includes(op))]
  const labels = await Promise.all(
    named.map(({ field, value }) =>
      loadLabels(api, resource, field, splitFilterValues(value), signal),
    ),
  )
  return Object.assign({}, ...labels)
}

/** Loads the names of several records, by `FIELD.ID`. Without names, filters show IDs. */
export async function loadLabels(
  api: Api,
  resource: Resource,
  name: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Labels> {
  const field = getField(resource, name)
  const target = field && getReferenceTarget(field)
  if (!target || ids.length === 0) return {}
  const filters = [{ field: 'id', op: 'in' as const, value: ids.join(',') }]
  const sort: Sort = [{ field: target.relations.label, descending: false }]
  const query = { search: '', filters, sort, limit: limits.filterValues, after: null }
  const page = await listRecords(api, target, query, signal).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  const records = page?.records ?? []
  return Object.fromEntries(
    records.map((record) => [getValueLabelKey(name, String(record.id)), getLabel(target, record)]),
  )
}
