import type { Api } from '#shared/engine/api.ts'

/** The body of GET /stores/..., for the caller to check. Needs `storesRead`; fails with 404 when the store does not exist. */
export async function loadStorePart(
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
