import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'

type DefaultsRequest = { api: Api; signal: AbortSignal }

/**
 * Loads the values that stores inherit. Null if the platform doesn't return them, in which case
 * inheritance isn't mentioned.
 */
export const loadStoreDefaults = ({ api, signal }: DefaultsRequest): Promise<AnyRecord | null> =>
  loadRecord(api, storeDefaults, 1, signal).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
