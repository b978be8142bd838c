import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'

type Work = { api: Api; signal: AbortSignal }

/** What stores inherit; null where the platform does not say, and then nothing is said of inheritance. */
export const loadDefaults = ({ api, signal }: Work): Promise<AnyRecord | null> =>
  readRecord(api, storeDefaults, 1, signal).catch((error: unknown) => {
    if (error instanceof ApiFailure) return null
    throw error
  })
