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

/** A list's address with each picked filter as its id, or its typed text sought in names, without the inputs for them. */
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

/** What the records are called that a list is filtered by, by field; one that cannot be read is called by its id. */
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
