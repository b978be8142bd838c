import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const DifferenceCount = type({ name: string(), stores: number() })
/** How many stores differ from their blueprint in a setting, or in an integration by its kind. */
export type DifferenceCount = Infer<typeof DifferenceCount>

const DifferenceCounts = type({ data: array(DifferenceCount) })

/** GET /blueprints/ID/differences */
export async function loadDifferenceCounts(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<DifferenceCount[]> {
  const path = `/blueprints/${id}/differences`
  const { body } = await api.send({ method: 'GET', path, signal })
  return parseResponse(DifferenceCounts, body).data
}
