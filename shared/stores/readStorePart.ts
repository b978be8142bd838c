import type { Api } from '../engine/api.ts'

/**
 * The body that GET /stores/... answers with, for the caller to check. As all calls of stores besides those that every
 * resource has (recordCalls.ts) it needs `storesRead`, and fails with 404 when the store does not exist.
 */
export async function readStorePart(
  api: Api,
  path: string,
  signal?: AbortSignal,
  search?: URLSearchParams,
): Promise<unknown> {
  const answer = await api.send({
    method: 'GET',
    path: `/stores${path}`,
    ...(search ? { search } : {}),
    ...(signal ? { signal } : {}),
  })
  return answer.body
}
