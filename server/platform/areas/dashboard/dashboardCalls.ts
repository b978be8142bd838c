import {
  isSupportedDay,
  getLastDays,
  countRangeDays,
  maxRangeDays,
} from '#shared/areas/dashboard/dayRange.ts'
import { addDays, toDay } from '#shared/format/dates.ts'
import type { DayRange } from '#shared/areas/dashboard/dayRange.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { chooseReadDb } from '#server/platform/core/platform/platform.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { dashboardSchema } from './dashboardSchema.ts'
import { loadDashboard } from './loadDashboard.ts'
import { dashboardRangeMessages } from './messages.ts'

const dateSchema = { type: 'string', format: 'date' }

/** The figures of the caller's stores (shared/areas/dashboard/dashboardCalls.ts). */
export const dashboardCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: 'ordersRead:read',
    method: 'get',
    path: '/dashboard',
    summary: "Get figures for the caller's stores for a date range and for the previous period",
    query: [
      {
        name: 'from',
        description: `The first UTC day. Send it with "to" for a range of at most ${maxRangeDays} days, or omit both for the last 30 days.`,
        schema: dateSchema,
      },
      { name: 'to', description: 'The last UTC day', schema: dateSchema },
    ],
    success: { status: 200, schema: dashboardSchema },
    handler: async ({ query }, platform, caller) => {
      const { now } = platform
      requireKnownParameters(query, ['from', 'to'])
      const range = parseDayRange(query, toDay(now()))
      const db = await chooseReadDb(platform, caller)
      return { status: 200, body: await loadDashboard(db, range, now(), caller.storeIds) }
    },
  },
]

function parseDayRange(query: URLSearchParams, today: string): DayRange {
  const [from, to] = [query.get('from'), query.get('to')]
  if (from === null && to === null) return getLastDays(30, today)
  if (from === null || to === null) throw badRequest(dashboardRangeMessages.bothDates)
  for (const [name, value] of Object.entries({ from, to }))
    if (!isSupportedDay(value))
      throw badRequest(dashboardRangeMessages.notDate(name, addDays(today, -1)))
  const length = countRangeDays({ from, to })
  if (length < 1) throw badRequest(dashboardRangeMessages.reversed)
  if (length > maxRangeDays) throw badRequest(dashboardRangeMessages.tooLong(maxRangeDays))
  return { from, to }
}
