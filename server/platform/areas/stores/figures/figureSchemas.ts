import { arraySchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { nameSchema, objectSchema } from '#server/platform/core/http/schema.ts'

export const dayRangeSchema = nameSchema(
  'DayRange',
  objectSchema({
    from: { type: 'string', format: 'date' },
    to: { type: 'string', format: 'date' },
  }),
)

export const metricComparisonSchema = nameSchema(
  'MetricComparison',
  objectSchema({ now: integerSchema, before: integerSchema }),
)

export const dailyMetricSchema = nameSchema(
  'DailyMetric',
  objectSchema({
    now: arraySchema(integerSchema),
    before: arraySchema(integerSchema),
  }),
)
