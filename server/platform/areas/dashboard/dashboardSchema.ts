import { arraySchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { dailyMetricSchema, dayRangeSchema, metricComparisonSchema } from '../stores/index.ts'

const expiringCreditsSchema = {
  ...integerSchema,
  description:
    'Credits that expire in the next 30 days if members spend nothing. Includes only the part of each balance that expires by then.',
}

/** The response of GET /dashboard (shared/areas/dashboard/dashboardCalls.ts). */
export const dashboardSchema = objectSchema({
  range: dayRangeSchema,
  before: dayRangeSchema,
  stores: objectSchema({ active: integerSchema, all: integerSchema }),
  integrations: objectSchema({ degraded: integerSchema, stores: integerSchema }),
  incidents: integerSchema,
  orders: metricComparisonSchema,
  paymentsFailed: metricComparisonSchema,
  paymentsRecovered: metricComparisonSchema,
  giftCardsSent: metricComparisonSchema,
  giftCardsFailed: metricComparisonSchema,
  mailSent: metricComparisonSchema,
  mailFailed: metricComparisonSchema,
  revenue: arraySchema(
    objectSchema({ currency: stringSchema, now: integerSchema, before: integerSchema }),
  ),
  ordersByDay: dailyMetricSchema,
  failedByReason: arraySchema(
    objectSchema({ reason: stringSchema, now: integerSchema, before: integerSchema }),
  ),
  credits: arraySchema(
    objectSchema({
      unit: stringSchema,
      issued: dailyMetricSchema,
      redeemed: dailyMetricSchema,
      expiring: expiringCreditsSchema,
    }),
  ),
})
