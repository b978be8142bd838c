import {
  isRangeDay,
  lastDays,
  lengthOf,
  longestRange,
} from '#shared/areas/dashboard/dashboardDays.ts'
import { addDays, dayAt } from '#shared/format/dates.ts'
import type { Days } from '#shared/areas/dashboard/dashboardDays.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import { refuseUnknownParameters } from '#server/platform/core/records/list/list.ts'
import { dashboardSchema } from './dashboardSchema.ts'
import { figuresOf } from './figures.ts'
import { dashboardRangeMessages } from './messages.ts'

const day = { type: 'string', format: 'date' }

/** The figures of the caller's stores (shared/areas/dashboard/dashboardCalls.ts). */
export const dashboardCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: 'ordersRead:read',
    method: 'get',
    path: '/dashboard',
    summary: "Get figures for the caller's stores for a date range and for the previous period",
    query: [
      {
        name: 'from',
        description: `The first UTC day. Send it with "to" for a range of at most ${longestRange} days, or omit both for the last 30 days.`,
        schema: day,
      },
      { name: 'to', description: 'The last UTC day', schema: day },
    ],
    success: { status: 200, schema: dashboardSchema },
    answer: async ({ query }, { db, now }, { storeIds }) => {
      refuseUnknownParameters(query, ['from', 'to'])
      const range = rangeFrom(query, dayAt(now()))
      return { status: 200, body: await figuresOf(db, range, now(), storeIds) }
    },
  },
]

function rangeFrom(query: URLSearchParams, today: string): Days {
  const [from, to] = [query.get('from'), query.get('to')]
  if (from === null && to === null) return lastDays(30, today)
  if (from === null || to === null) throw badRequest(dashboardRangeMessages.bothDates)
  for (const [name, value] of Object.entries({ from, to }))
    if (!isRangeDay(value))
      throw badRequest(dashboardRangeMessages.notDate(name, addDays(today, -1)))
  const length = lengthOf({ from, to })
  if (length < 1) throw badRequest(dashboardRangeMessages.reversed)
  if (length > longestRange) throw badRequest(dashboardRangeMessages.tooLong(longestRange))
  return { from, to }
}
