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
import type { Labels, Resource } from '#shared/engine/resource.ts'

/**
 * Converts each reference filter in a list's URL to the selected ID, or to a search in names for
 * the typed text, and removes its other inputs.
 */
export function normalizeReferenceFilters(sent: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(sent)
  for (const input of sent.keys()) {
    const [, field] = /^filter\[(\w+)\]\[eq\]\.text$/.exec(input) ?? []
    if (field === undefined) continue
    const name = `filter[${field}][eq]`
    const picked = parseReferenceValue(name, (one) => sent.get(one) ?? undefined)
    for (const one of [name, getLabelInputName(name), getTextInputName(name)]) params.delete(one)
    if (isReferenceValue(picked)) params.append(name, String(picked.id))
    else if (picked) params.append(`filter[${field}][contains]`, picked)
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
  const picked = filters.filter(({ field, op }) => op === 'eq' && getField(resource, field)?.target)
  const labels = await Promise.all(
    picked.map(async ({ field, value }) => {
      const other = getField(resource, field)?.target
      const record =
        other && (await loadRecord(api, other, Number(value), signal).catch(() => null))
      return [field, record ? getLabel(other, record) : value] as const
    }),
  )
  return Object.fromEntries(labels)
}
