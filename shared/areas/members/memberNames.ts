import { array, number, string, type } from 'superstruct'
import { ApiFailure, checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Labels } from '#shared/engine/resource.ts'

const Names = type({ data: array(type({ id: number(), name: string() })) })

/** GET /memberNames: what these members are called, those that are still there; nobody is named to who may not read members. */
export async function memberNames(
  api: Api,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Labels> {
  if (ids.length === 0) return {}
  const search = new URLSearchParams(ids.map((id) => ['id', String(id)]))
  try {
    const answer = await api.send({ method: 'GET', path: '/memberNames', search, signal })
    return Object.fromEntries(checked(Names, answer.body).data.map(({ id, name }) => [id, name]))
  } catch (error) {
    if (error instanceof ApiFailure && error.status !== 401) return {}
    throw error
  }
}
