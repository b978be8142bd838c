import { isFilterParam } from '#shared/engine/list/filterGroups.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { Selection } from '#shared/engine/list/selection.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { SqlCondition } from './conditions.ts'
import { buildCondition } from './filters.ts'
import type { ReadableResource } from './readExtension.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { ScopedResource } from '../storeScope.ts'
import { recordMessages } from '../messages.ts'

/**
 * Builds the condition of a selection. Combine it with `getVisibleRows`, so that rows the caller
 * can't see are never selected.
 */
export async function buildSelectionCondition(
  connection: Connection,
  resource: ScopedResource<ReadableResource>,
  selection: Selection,
  now: Date,
): Promise<SqlCondition> {
  if ('ids' in selection) return matchesIds('id', selection.ids)
  const params = new URLSearchParams(selection.query)
  const unknown = [...params.keys()].find(
    (name) => name !== 'search' && name !== 'selection' && !isFilterParam(name),
  )
  if (unknown !== undefined) throw badRequest(recordMessages.notInSelection(unknown))
  const { query, problems } = parseListQuery(resource, params)
  const [problem] = problems
  if (problem !== undefined) throw badRequest(problem)
  return buildCondition(connection, resource, query, now)
}
