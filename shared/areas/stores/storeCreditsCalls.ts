import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { DayRangeSchema } from '../dashboard/index.ts'
import { loadUnparsedStoreData } from './loadUnparsedStoreData.ts'

export const StoreCredits = type({
  range: DayRangeSchema,
  /**
   * One entry per unit: points, or a currency in minor units. Units without ledger entries are left
   * out.
   */
  units: array(
    type({
      unit: string(),
      outstanding: number(),
      issued: number(),
      redeemed: number(),
      expired: number(),
      expiring: number(),
    }),
  ),
})
export type StoreCredits = Infer<typeof StoreCredits>

/** GET /stores/ID/credits */
export async function loadStoreCredits(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreCredits> {
  return parseResponse(StoreCredits, await loadUnparsedStoreData(api, `/${id}/credits`, signal))
}
