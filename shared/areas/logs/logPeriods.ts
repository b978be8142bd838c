import { subtractTime } from '#shared/format/dates.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'

const periodHours = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const
type LogPeriod = keyof typeof periodHours

/**
 * Returns the usual periods, each with the filters that select it. Any other period is a normal
 * filter of the list.
 */
export function getLogPeriods(filters: readonly ListFilter[], now: string) {
  const otherFilters = removeSinceFilters(filters)
  const from = filters.find(isSinceFilter)?.value
  const names = Object.keys(periodHours) as LogPeriod[] // The table's own keys.
  return names.map((name) => {
    const value = subtractTime(now, periodHours[name], 'hour')
    return {
      name,
      filters: [...otherFilters, { field: 'time', op: 'gte' as const, value }],
      current: isCurrentPeriod(from, now, periodHours[name]),
    }
  })
}

/** Whether a filter sets the start of the shown period. */
export const isSinceFilter = ({ field, op }: ListFilter) => field === 'time' && op === 'gte'

export const removeSinceFilters = (filters: readonly ListFilter[]) =>
  filters.filter((filter) => !isSinceFilter(filter))

/**
 * Whether the log starts about this many hours ago. Approximate, because the URL keeps the instant
 * at which the period was selected.
 */
const isCurrentPeriod = (from: string | undefined, now: string, hours: number) =>
  from !== undefined &&
  Math.abs((Date.parse(now) - Date.parse(from)) / (hours * 3_600_000) - 1) < 0.05
