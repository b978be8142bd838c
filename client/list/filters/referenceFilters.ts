import {
  isReferenceValue,
  parseReferenceValue,
  getLabelInputName,
  getTextInputName,
} from '#shared/engine/list/referenceValues.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
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
  { filters }: ListQuery,
  signal: AbortSignal,
): Promise<Labels> {
  const referenceFilters = filters.filter(
    ({ field, op }) => op === 'eq' && getField(resource, field)?.target,
  )
  const labels = await Promise.all(
    referenceFilters.map(async ({ field, value }) => {
      const referenceField = getField(resource, field)
      const target = referenceField && getReferenceTarget(referenceField)
      const record =
        target && (await loadRecord(api, target, Number(value), signal).catch(() => null))
      return [field, record ? getLabel(target, record) : value] as const
    }),
  )
  return Object.fromEntries(labels)
}
