import { array, boolean, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const PoolDifference = type({
  field: string(),
  ours: unknown(),
  theirs: unknown(),
  /** Whether it can be taken over: of a secret no more is told than that it differs. */
  takes: boolean(),
})
/** What of the live pool is another than in our settings. */
export type PoolDifference = Infer<typeof PoolDifference>

const PoolComparison = type({ differences: array(PoolDifference) })

/** GET /cognitoSetup/ID/comparison: asks the live pool; fails with 409 `wrong_state` and a sentence where that cannot be asked. */
export async function comparePool(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<PoolDifference[]> {
  const path = `/cognitoSetup/${id}/comparison`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(PoolComparison, body).differences
}
