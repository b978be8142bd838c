import { number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { Compared, Daily, Range } from '../dashboard/dashboardCalls.ts'
import { readStorePart } from './readStorePart.ts'

const StoreFigures = type({
  range: Range,
  before: Range,
  /** The currency of `revenue`, which is in minor units. */
  currency: string(),
  /** What credits are counted in: points, or minor units of the currency. */
  unit: string(),
  orders: Compared,
  revenue: Compared,
  paymentsFailed: Compared,
  paymentsRecovered: Compared,
  creditsIssued: Compared,
  creditsRedeemed: Compared,
  giftCardsSent: Compared,
  giftCardsFailed: Compared,
  mailSent: Compared,
  mailFailed: Compared,
  members: type({ all: number(), joined: Compared }),
  ordersByDay: Daily,
})
export type StoreFigures = Infer<typeof StoreFigures>

/** GET /stores/ID/figures */
export async function storeFigures(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreFigures> {
  return checked(StoreFigures, await readStorePart(api, `/${id}/figures`, signal))
}
