import { array, boolean, enums, nullable, number, optional, string, type } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { readStorePart } from '../readStorePart.ts'
import { readinessKeys } from './readinessChecks.ts'
import type { Readiness } from './readinessChecks.ts'

const ReadinessAnswer = type({
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
export async function storeReadiness(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<Readiness> {
  return checked(ReadinessAnswer, await readStorePart(api, `/${id}/readiness`, signal))
}
