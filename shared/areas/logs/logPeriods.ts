import { subtractTime } from '#shared/format/dates.ts'
import type { ListFilter } from '#shared/engine/list/listQuery.ts'

const periodHours = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const
export type LogPeriod = keyof typeof periodHours

/** The usual times to look back, each with the filters that choose it; any other day is a filter of the list. */
export function getLogPeriods(filters: readonly ListFilter[], now: string) {
  const others = removeSinceFilters(filters)
  const from = filters.find(isSinceFilter)?.value
  const names = Object.keys(periodHours) as LogPeriod[] // They are the table's own.
  return names.map((name) => {
    const value = subtractTime(now, periodHours[name], 'hour')
    return {
      name,
      filters: [...others, { field: 'time', op: 'gte' as const, value }],
      current: isCurrentPeriod(from, now, periodHours[name]),
    }
  })
}

/** Whether a filter says since when the log is shown. */
export const isSinceFilter = ({ field, op }: ListFilter) => field === 'time' && op === 'gte'

export const removeSinceFilters = (filters: readonly ListFilter[]) =>
  filters.filter((filter) => !isSinceFilter(filter))

/** Whether the log is shown since about so many hours ago: the address keeps the instant at which it was asked for. */
const isCurrentPeriod = (from: string | undefined, now: string, since: number) =>
  from !== undefined &&
  Math.abs((Date.parse(now) - Date.parse(from)) / (since * 3_600_000) - 1) < 0.05
