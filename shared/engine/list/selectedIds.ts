import { limits } from '#shared/limits.ts'

/** What is chosen in a list, as its page has it: few by their ids, else all that its address matches. */
export type SelectedIds = readonly number[] | 'all'

/** The parameter of an address, and the boxes of a form: `chosen=3,5,9`, `chosen=3&chosen=5`, `chosen=all`. */
export const selectedIdsParam = 'chosen'

/** What of an address or a form is chosen; null where nothing is, so that what cannot be read chooses nothing. */
export function parseSelectedIds(params: SelectionParams): SelectedIds | null {
  const all = parseAllIds(params)
  if (all === 'all') return all
  return all.length > 0 ? all.slice(0, limits.chosenRecords) : null
}

/** How many more it names one by one than are kept. */
export const countExcessIds = (params: SelectionParams): number =>
  Math.max(parseAllIds(params).length - limits.chosenRecords, 0)

type SelectionParams = { getAll(name: string): unknown[] }

function parseAllIds(params: SelectionParams): SelectedIds {
  const given = params.getAll(selectedIdsParam).flatMap((text) => String(text).split(','))
  if (given.includes('all')) return 'all'
  const ids = given.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31)
  return [...new Set(ids)]
}

export const formatSelectedIds = (chosen: SelectedIds): string =>
  chosen === 'all' ? chosen : chosen.join(',')
