import { array, number, string, type } from 'superstruct'
import { ApiError, parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Labels } from '#shared/engine/resource.ts'

const MemberNames = type({ data: array(type({ id: number(), name: string() })) })

/**
 * GET /memberNames: names of those members that still exist; empty for a caller who can't read
 * members.
 */
export async function loadMemberNames(
  api: Api,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Labels> {
  if (ids.length === 0) return {}
  const search = new URLSearchParams(ids.map((id) => ['id', String(id)]))
  try {
    const answer = await api.send({ method: 'GET', path: '/memberNames', search, signal })
    return Object.fromEntries(
      parseResponse(MemberNames, answer.body).data.map(({ id, name }) => [id, name]),
    )
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401) return {}
    throw error
  }
}
