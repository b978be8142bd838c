import {
  isReferenceValue,
  parseReferenceValue,
  getLabelInputName,
  getTextInputName,
} from '#shared/engine/list/referenceValues.ts'
import type { ListQuery, Sort } from '#shared/engine/list/listQuery.ts'
import { splitFilterValues } from '#shared/engine/list/filterValues.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { limits } from '#shared/limits.ts'
import { getValueLabelKey } from './filterText.ts'
import { listRecords, loadRecord } from '#shared/engine/recordCalls.ts'
import { getField, getLabel } from '#shared/engine/resource.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { Labels, Resource } from '#shared/engine/resource.ts'

/**
 * Converts each reference filter in a list's URL to the selected ID, or to a search in names for
 * the typed text, and removes its other inputs.
 */
export function normalizeReferenceFilters(submitted: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(submitted)
  for (const input of submitted.keys()) {
    const [, field] = /^filter\[(\w+)\]\[eq\]\.text$/.exec(input) ?? []
    if (field === undefined) continue
    const name = `filter[${field}][eq]`
    const reference = parseReferenceValue(name, (one) => submitted.get(one) ?? undefined)
    for (const one of [name, getLabelInputName(name), getTextInputName(name)]) params.delete(one)
    if (isReferenceValue(reference)) params.append(name, String(reference.id))
    else if (reference) params.append(`filter[${field}][contains]`, reference)
  }
  return params
}

/**
 * Loads the names of the records that a list is filtered by, by field. A record that can't be
 * loaded is named by its ID.
 */
export async function loadReferenceLabels(
  api: Api,
  resource: Resource,
  { filters, groups = [] }: ListQuery,
  signal: AbortSignal,
): Promise<Labels> {
  const all = [...filters, ...groups.flat()]
  const single = all.filter(({ field, op }) => op === 'eq' && getField(resource, field)?.target)
  const several = all.filter(
    ({ field, op }) => (op === 'in' || op === 'not') && getField(resource, field)?.target,
  )
  const [labels, labelsOfSeveral] = await Promise.all([
    Promise.all(
      single.map(async ({ field, value }) => {
        const referenceField = getField(resource, field)
        const target = referenceField && getReferenceTarget(referenceField)
        const record =
          target && (await loadRecord(api, target, Number(value), signal).catch(() => null))
        return [field, record ? getLabel(target, record) : value] as const
      }),
    ),
    Promise.all(
      several.map(({ field, value }) =>
        loadLabels(api, resource, field, splitFilterValues(value), signal),
      ),
    ),
  ])
  // A group can compare the same field twice, so its labels are also by value.
  const byValue = single.map(({ field, value }, at) => [
    getValueLabelKey(field, value),
    labels[at]?.[1] ?? value,
  ])
  return Object.assign(Object.fromEntries([...byValue, ...labels]), ...labelsOfSeveral)
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
