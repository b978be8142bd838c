import type { Params } from 'react-router'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { getField, getLabel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { nestByParams } from '#shared/engine/nestResource.ts'
import { throwPageFailure, canStillShowPage, throwAsPageFailure } from '../runtime/failures.ts'

const getParentResource = (resource: Resource) => {
  const field = getField(resource, resource.relations.parent ?? '')
  return field && getReferenceTarget(field)
}

/**
 * Returns the resource within the parent that a page's URL names. Without such a parent, the page
 * is not found.
 */
export function requireNestedResource(resource: Resource, params: Params): Resource {
  const nested = nestByParams(resource, params)
  const what = getParentResource(resource)?.title.one ?? resource.title.one
  return nested ?? throwPageFailure({ code: 'not_found', what }, 404)
}

/**
 * Loads the name of the record that a list belongs to. If that record is gone, the list is not
 * found rather than empty.
 */
export async function loadParentName(
  api: Api,
  resource: Resource,
  { parentFilter }: Resource,
  signal: AbortSignal,
): Promise<string | undefined> {
  const parent = getParentResource(resource)
  if (!parent || !parentFilter) return undefined
  const { one, many } = parent.title
  const record = await loadRecord(api, parent, parentFilter.id, signal).catch((error: unknown) => {
    const isGone = error instanceof ApiError && error.problem.code === 'not_found'
    return canStillShowPage(error) ? null : throwAsPageFailure(error, isGone ? one : many)
  })
  return record ? getLabel(parent, record) : undefined
}
