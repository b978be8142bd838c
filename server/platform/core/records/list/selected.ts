import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { Selection } from '#shared/engine/list/selection.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Condition } from './conditions.ts'
import { conditionOf } from './filters.ts'
import { among } from '../inScope.ts'
import type { Scoped } from '../inScope.ts'
import { recordMessages } from '../messages.ts'

/** What a selection asks of a row. Only rows of `rowsOf` are in it: what is outside of who asks is not there. */
export async function selectedBy(
  connection: Connection,
  resource: Scoped,
  selection: Selection,
): Promise<Condition> {
  if ('ids' in selection) return among('id', selection.ids)
  const params = new URLSearchParams(selection.query)
  const unknown = [...params.keys()].find(
    (name) => name !== 'search' && !name.startsWith('filter['),
  )
  if (unknown !== undefined) throw badRequest(recordMessages.notInSelection(unknown))
  const { query, problems } = parseListQuery(resource, params)
  const [problem] = problems
  if (problem !== undefined) throw badRequest(problem)
  return conditionOf(connection, resource, query)
}
