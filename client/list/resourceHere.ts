import type { Params } from 'react-router'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { fieldOf, labelOf } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resourceAt } from '#shared/engine/scope.ts'
import { failWith, leavesPage, throwFailure } from '../runtime/failures.ts'

const parentOf = (resource: Resource) => fieldOf(resource, resource.parent ?? '')?.to

/** The resource as it stands at the address of a page; no page where the address names no record it could be within. */
export function resourceHere(resource: Resource, params: Params): Resource {
  const here = resourceAt(resource, params)
  const what = parentOf(resource)?.title?.one ?? resource.title.one
  return here ?? failWith({ code: 'not_found', what }, 404)
}

/** What the record is called that a list stands within; within one that is not there the list is not there either, rather than empty. */
export async function parentName(
  api: Api,
  resource: Resource,
  { place }: Resource,
  signal: AbortSignal,
): Promise<string | undefined> {
  const parent = parentOf(resource)
  if (!parent || !place) return undefined
  const { one, many } = parent.title ?? { one: parent.name, many: parent.name }
  const record = await readRecord(api, parent, place.id, signal).catch((error: unknown) => {
    const isGone = error instanceof ApiFailure && error.problem.code === 'not_found'
    return leavesPage(error) ? null : throwFailure(error, isGone ? one : many)
  })
  return record ? labelOf(parent, record) : undefined
}
