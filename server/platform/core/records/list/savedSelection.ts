import { sql } from 'kysely'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { ScopedResource } from '../storeScope.ts'
import type { SqlCondition } from './conditions.ts'
import { recordMessages } from '../messages.ts'

/**
 * Matches the records of a saved selection, which must be the caller's own, or shared. Rejects any
 * other with 400. Combine it with `getVisibleRows`: the selection may have records that the caller
 * can't see.
 */
export async function matchSavedSelection(
  connection: Connection,
  { name, callerId }: ScopedResource,
  id: number,
): Promise<SqlCondition> {
  const { rows } = await sql<{ ids: number[] }>`
    select ids from views where id = ${id} and resource = ${name} and ids is not null
      and (shared or user_id = ${callerId ?? null})`.execute(connection)
  if (!rows[0]) throw badRequest(recordMessages.noSelection)
  return matchesIds('id', rows[0].ids)
}
