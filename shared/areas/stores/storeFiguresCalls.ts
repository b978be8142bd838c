import { number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { MetricComparison, DailyMetric, DayRangeSchema } from '../dashboard/index.ts'
import { loadUnparsedStoreData } from './loadUnparsedStoreData.ts'

const StoreFigures = type({
  range: DayRangeSchema,
  before: DayRangeSchema,
  /** The currency of `revenue`, which is in minor units. */
  currency: string(),
  /** The unit of credits: points, or the currency in minor units. */
  unit: string(),
  orders: MetricComparison,
  revenue: MetricComparison,
  paymentsFailed: MetricComparison,
  paymentsRecovered: MetricComparison,
  creditsIssued: MetricComparison,
  creditsRedeemed: MetricComparison,
  giftCardsSent: MetricComparison,
  giftCardsFailed: MetricComparison,
  mailSent: MetricComparison,
  mailFailed: MetricComparison,
  members: type({ all: number(), joined: MetricComparison }),
  ordersByDay: DailyMetric,
})
export type StoreFigures = Infer<typeof StoreFigures>

/** GET /stores/ID/figures */
export async function loadStoreFigures(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreFigures> {
  return parseResponse(StoreFigures, await loadUnparsedStoreData(api, `/${id}/figures`, signal))
}
