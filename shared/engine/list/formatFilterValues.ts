import { shortIdsMark } from './filterValues.ts'
import type { FilterRange } from './filterValues.ts'

export const formatFilterRange = ([from, to]: FilterRange): string => `${from},${to}`

/** A list of at least this many IDs is written short. */
const shortIdsFrom = 20

/** Formats IDs for a URL, in order: a long list is written short. */
export function formatFilterIds(ids: readonly number[]): string {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other)
  if (sorted.length < shortIdsFrom) return sorted.join(',')
  const differences = sorted.map((id, at) => (id - (sorted[at - 1] ?? 0)).toString(36))
  return shortIdsMark + differences.join('.')
}
