// What other areas use.
export { DailyMetric, DayRangeSchema, MetricComparison } from './dashboardCalls.ts'
