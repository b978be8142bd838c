import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { Range } from '../dashboard/dashboardCalls.ts'
import { readStorePart } from './readStorePart.ts'

export const StoreCredits = type({
  range: Range,
  /** By what they are counted in: points, or minor units of a currency; a unit that no entry has is left out. */
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
export async function storeCredits(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreCredits> {
  return checked(StoreCredits, await readStorePart(api, `/${id}/credits`, signal))
}
