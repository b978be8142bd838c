import { arraySchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'

export const dayRangeSchema = objectSchema({
  from: { type: 'string', format: 'date' },
  to: { type: 'string', format: 'date' },
})

export const metricComparisonSchema = objectSchema({ now: integerSchema, before: integerSchema })

export const dailyMetricSchema = objectSchema({
  now: arraySchema(integerSchema),
  before: arraySchema(integerSchema),
})
