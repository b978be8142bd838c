import { buildListUrl } from '#shared/engine/list/listView.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { getMonthDays } from '#shared/areas/calendar/months.ts'
import { getDayEnd, getDayStart } from '#shared/format/dayBounds.ts'
import type { ListData } from '#client/list/listProps.ts'

/** The parameter that shows the calendar as a month. */
export const monthParam = 'month'

/** What the loader of the month view returns. */
export type MonthData = ListData & {
  /** `YYYY-MM`. */
  month: string
  /** The current day in the operator's time zone. */
  today: string
  /** Whether `records` has all deadlines of the month. */
  isComplete: boolean
}

/** Returns the calendar of one month. Its URLs keep the month, and it needs no filter by date. */
export function createMonthResource(month: string): Resource {
  const { list } = deadlines
  return {
    ...deadlines,
    path: `${deadlines.path}?${monthParam}=${month}`,
    list: { ...list, filters: (list.filters ?? []).filter((name) => name !== 'at') },
  }
}

/** Returns the filters for the deadlines of a month, which begins and ends by the time zone. */
export function buildMonthFilters(month: string, zone: string): ListFilter[] {
  const { first, last } = getMonthDays(month)
  return [
    { field: 'at', op: 'gte', value: getDayStart(first, zone) },
    { field: 'at', op: 'lte', value: getDayEnd(last, zone) },
  ]
}

/** Builds the URL of a month with the same filters except the date. The current one without a month. */
export function buildMonthUrl({ query, ...view }: ListView, month = ''): string {
  const filters = query.filters.filter(({ field }) => field !== 'at')
  const monthView = {
    ...view,
    columns: null,
    panel: null,
    query: { ...query, after: null, filters },
  }
  return buildListUrl(createMonthResource(month), monthView)
}
