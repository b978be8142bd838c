import { users } from '#shared/areas/users/users.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { enqueueSecurityEmail } from '../email/index.ts'
import { deleteFactors } from '../signIn/index.ts'
import { assertNoGreaterPermissions } from './hooks.ts'
import { userMessages } from './messages.ts'

/**
 * DELETE /users/ID/factors: removes all second factors of a user who lost them, ends the user's
 * sessions, and emails the user.
 */
export async function handleResetFactors(context: RequestContext): Promise<CallResult> {
  const { trx, caller, request, audit } = context
  const id = parseRecordId(users, request)
  const account = await lockRecord(trx, limitToCaller(caller, users), id, null)
  await assertNoGreaterPermissions(trx, caller, account)
  if (account.id === caller.id) throw invalidState(userMessages.ownFactors)
  if (!(await deleteFactors(trx, account.id))) throw invalidState(userMessages.noFactors)
  await trx.deleteFrom('tokens').where('userId', '=', account.id).execute()
  await audit({ event: 'users.factorsReset', target: toAuditTarget(users, account) })
  const wakeEmailQueue = await enqueueSecurityEmail(context, {
    to: String(account['email']),
    event: 'factorsReset',
    actor: caller.name,
  })
  return { status: 204, ...(wakeEmailQueue ? { afterCommit: wakeEmailQueue } : {}) }
}
