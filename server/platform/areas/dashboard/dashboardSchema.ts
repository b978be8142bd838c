import { listOf, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'

export const range = object({
  from: { type: 'string', format: 'date' },
  to: { type: 'string', format: 'date' },
})
export const compared = object({ now: whole, before: whole })
export const daily = object({ now: listOf(whole), before: listOf(whole) })

const expiring = {
  ...whole,
  description:
    'Credits that expire in the next 30 days if members spend nothing. Includes only the part of each balance that expires by then.',
}

/** What GET /dashboard answers (shared/areas/dashboard/dashboardCalls.ts). */
export const dashboardSchema = object({
  range,
  before: range,
  stores: object({ active: whole, all: whole }),
  integrations: object({ degraded: whole, stores: whole }),
  incidents: whole,
  orders: compared,
  paymentsFailed: compared,
  paymentsRecovered: compared,
  giftCardsSent: compared,
  giftCardsFailed: compared,
  mailSent: compared,
  mailFailed: compared,
  revenue: listOf(object({ currency: text, now: whole, before: whole })),
  ordersByDay: daily,
  failedByReason: listOf(object({ reason: text, now: whole, before: whole })),
  credits: listOf(object({ unit: text, issued: daily, redeemed: daily, expiring })),
})
