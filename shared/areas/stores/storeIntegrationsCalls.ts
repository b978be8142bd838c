import { array, nullable, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadUnparsedStoreData } from './loadUnparsedStoreData.ts'

const StoreIntegration = type({
  /** One of `storeIntegrationKinds` (fixUrl.ts). */
  kind: string(),
  state: string(),
  message: nullable(string()),
  checkedAt: nullable(string()),
  /**
   * Where the integration is set up and fixed: the setup that serves the store, at the field where
   * its last test failed.
   */
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
  const body = await loadUnparsedStoreData(api, `/${id}/integrations`, signal)
  return parseResponse(StoreIntegrations, body).data
}
