import { limits } from '#shared/limits.ts'

/** Selection of a list, as its page has it: a few IDs, or all records that its URL matches. */
export type SelectedIds = readonly number[] | 'all'

/** URL parameter and checkbox name: `chosen=3,5,9`, `chosen=3&chosen=5`, `chosen=all`. */
export const selectedIdsParam = 'chosen'

/** Parses the selection in a URL or a form; null if there is none. Ignores unreadable IDs. */
export function parseSelectedIds(params: SelectionParams): SelectedIds | null {
  const ids = parseAllIds(params)
  if (ids === 'all') return ids
  return ids.length > 0 ? ids.slice(0, limits.chosenRecords) : null
}

/** Counts the IDs beyond the limit, which the selection drops. */
export const countExcessIds = (params: SelectionParams): number =>
  Math.max(parseAllIds(params).length - limits.chosenRecords, 0)

type SelectionParams = { getAll(name: string): unknown[] }

function parseAllIds(params: SelectionParams): SelectedIds {
  const values = params.getAll(selectedIdsParam).flatMap((text) => String(text).split(','))
  if (values.includes('all')) return 'all'
  const ids = values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31)
  return [...new Set(ids)]
}

export const formatSelectedIds = (selectedIds: SelectedIds): string =>
  selectedIds === 'all' ? selectedIds : selectedIds.join(',')
