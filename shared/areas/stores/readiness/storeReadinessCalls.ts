import { array, boolean, enums, nullable, number, optional, string, type } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadUnparsedStoreData } from '../loadUnparsedStoreData.ts'
import { readinessKeys } from './readinessChecks.ts'
import type { Readiness } from './readinessChecks.ts'

const ReadinessResponse = type({
  percent: number(),
  checks: array(
    type({
      key: enums(readinessKeys),
      ok: boolean(),
      detail: nullable(string()),
      fix: optional(string()),
      warning: optional(string()),
    }),
  ),
})

/**
 * GET /stores/ID/readiness: the percentage that lists show, and each check with its last result.
 */
export async function loadStoreReadiness(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<Readiness> {
  return parseResponse(
    ReadinessResponse,
    await loadUnparsedStoreData(api, `/${id}/readiness`, signal),
  )
}
