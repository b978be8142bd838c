import { array, boolean, enums, nullable, number, optional, string, type } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadStorePart } from '../loadStorePart.ts'
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

/** GET /stores/ID/readiness: as lists show it, with each check by what was found last. */
export async function loadStoreReadiness(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<Readiness> {
  return parseResponse(ReadinessResponse, await loadStorePart(api, `/${id}/readiness`, signal))
}
