import type { Api } from '#shared/engine/api.ts'

/**
 * Loads the body of GET /stores/..., which the caller must parse. Needs `storesRead`; fails with
 * 404 if the store doesn't exist.
 */
export async function loadUnparsedStoreData(
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
