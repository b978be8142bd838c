import { array, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadStorePart } from './loadStorePart.ts'

const StoreIntegration = type({
  /** One of `storeIntegrationKinds` of mendingAddress.ts. */
  kind: string(),
  state: string(),
  message: nullable(string()),
  checkedAt: nullable(string()),
  /** Where it is set up, and mended: the set-up that serves the store, at the field that its last test failed at. */
  to: optional(string()),
})
export type StoreIntegration = Infer<typeof StoreIntegration>

export const StoreIntegrations = type({ data: array(StoreIntegration) })

/** GET /stores/ID/integrations */
export async function loadStoreIntegrations(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreIntegration[]> {
  const body = await loadStorePart(api, `/${id}/integrations`, signal)
  return parseResponse(StoreIntegrations, body).data
}
