import { array, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../engine/api.ts'
import type { Api } from '../engine/api.ts'
import { readStorePart } from './readStorePart.ts'

const StoreIntegration = type({
  kind: string(),
  state: string(),
  message: nullable(string()),
  /** When it was tested last: UTC ISO 8601. */
  checkedAt: nullable(string()),
  setupId: optional(nullable(number())),
})
export type StoreIntegration = Infer<typeof StoreIntegration>

export const StoreIntegrations = type({ data: array(StoreIntegration) })

/** GET /stores/ID/integrations */
export async function storeIntegrations(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreIntegration[]> {
  const body = await readStorePart(api, `/${id}/integrations`, signal)
  return checked(StoreIntegrations, body).data
}
