import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { parseListView, buildListUrl } from '#shared/engine/list/listView.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { formatMonth, parseMonth } from '#shared/areas/calendar/months.ts'
import { toDay } from '#shared/format/dates.ts'
import { createListScreen } from '#client/frame/index.ts'
import { createListLoader, toListResponse } from '#client/list/listLoader.ts'
import type { ListOptions } from '#client/list/listProps.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { apiContext, timeZoneContext } from '#client/runtime/contexts.ts'
import type { Screen } from '#client/runtime/pageTitle.ts'
import { Link } from '#client/ui/Link.tsx'
import * as toolbar from '#client/list/ListToolbar.css.ts'
import { calendarMessages } from './messages.ts'
import { calendarPanels } from './panels.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { buildMonthFilters, createMonthResource, monthParam } from './monthUrl.ts'
import type { MonthData } from './monthUrl.ts'

const pageSize = 100
const maxPages = 5

/** Loads the deadlines of the month that the URL names, up to 500. */
async function loadMonth(args: LoaderFunctionArgs): Promise<MonthData> {
  const zone = await args.context.get(timeZoneContext)()
  const url = new URL(args.request.url)
  const now = new Date()
  const month = parseMonth(url.searchParams.get(monthParam), now, zone)
  for (const name of ['filter[at][gte]', 'filter[at][lte]', 'after', 'limit', 'sort'])
    url.searchParams.delete(name)
  url.searchParams.set(monthParam, month)
  // The list's own loader reads the month as two more filters.
  for (const { field, op, value } of buildMonthFilters(month, zone))
    url.searchParams.set(`filter[${field}][${op}]`, String(value))
  url.searchParams.set('limit', String(pageSize))
  const resource = { ...createMonthResource(month), list: deadlines.list }
  const request = new Request(url, { signal: args.request.signal })
  const list = await createListLoader(resource, calendarPanels)({ ...args, request })
  const records: AnyRecord[] = [...list.records]
  const { query } = parseListView(resource, url.searchParams)
  let { next } = list.page
  for (let page = 1; next && page < maxPages; page++) {
    const more = await listRecords(
      args.context.get(apiContext),
      resource,
      { ...query, after: next },
      args.request.signal,
    )
    records.push(...more.records)
    next = more.page.next
  }
  return {
    ...list,
    records,
    month,
    today: toDay(now, zone),
    isComplete: !next,
    recordName: formatMonth(month),
  }
}

const { action, panels } = createListScreen(deadlines, {}, calendarPanels)

const monthOptions: ListOptions = {
  rows: (list) => <MonthGrid {...list} />,
  tools: {
    buttons: ({ view }) => (
      <Link to={buildListUrl(deadlines, view)} className={toolbar.quiet}>
        {calendarMessages.listView}
      </Link>
    ),
  },
}

/** The calendar of one month, with the filters and saved views of the list. */
export const monthScreen: Screen = {
  loader: (args: LoaderFunctionArgs) => toListResponse(loadMonth(args)),
  action,
  panels,
  Component() {
    const { month } = useLoaderData<MonthData>()
    const zone = useTimeZone()
    return (
      <ResourceList
        resource={createMonthResource(month)}
        more={calendarPanels}
        {...monthOptions}
        getExportQuery={({ query }) => ({
          ...query,
          filters: [...query.filters, ...buildMonthFilters(month, zone)],
        })}
      />
    )
  },
}
