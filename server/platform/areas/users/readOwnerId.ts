import { sql } from 'kysely'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { users } from '#shared/areas/users/users.ts'
import type { RequestContext } from '#server/platform/core/http/call.ts'
import { validationFailed } from '#server/platform/core/platform/httpError.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { userMessages } from './messages.ts'

/**
 * Reads `ownerId` from the body: the account to assign a record to, or null to unassign it.
 * Fails with 422 unless it is the caller or an active account that the caller can see.
 */
export async function readOwnerId({
  trx,
  caller,
  request,
}: RequestContext): Promise<number | null> {
  const { ownerId } = parseValues({ fields: { ownerId: ownerField } }, request.body, 'all')
  if (ownerId === null) return null
  if (ownerId === caller.id) return caller.id
  const { rows } = await sql<{
    id: number
  }>`select id from ${getVisibleRows(users, caller.storeIds)}
    where id = ${ownerId} and status = 'active'`.execute(trx)
  const [owner] = rows
  if (!owner) throw validationFailed({ ownerId: userMessages.notActiveUser })
  return owner.id
}
