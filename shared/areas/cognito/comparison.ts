import { array, boolean, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const PoolDifference = type({
  field: string(),
  ours: unknown(),
  theirs: unknown(),
  /** Whether the live value can be copied. A secret is only reported as different. */
  takes: boolean(),
})
/** A setting whose value in the live pool differs from ours. */
export type PoolDifference = Infer<typeof PoolDifference>

const PoolComparison = type({ differences: array(PoolDifference) })

/**
 * GET /cognitoSetup/ID/comparison: compares the setup with the live pool. Fails with 409
 * `wrong_state` and a message if the pool can't be read.
 */
export async function compareCognitoPool(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<PoolDifference[]> {
  const path = `/cognitoSetup/${id}/comparison`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(PoolComparison, body).differences
}
