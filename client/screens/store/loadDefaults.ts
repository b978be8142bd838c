import { ApiFailure } from '#shared/api.ts'
import type { Api } from '#shared/api.ts'
import { readRecord } from '#shared/recordCalls.ts'
import type { AnyRecord } from '#shared/resource.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'

type Work = { api: Api; signal: AbortSignal }

/** What stores inherit; null where the platform does not say, and then nothing is said of inheritance. */
export const loadDefaults = ({ api, signal }: Work): Promise<AnyRecord | null> =>
  readRecord(api, storeDefaults, 1, signal).catch((error: unknown) => {
    if (error instanceof ApiFailure) return null
    throw error
  })
