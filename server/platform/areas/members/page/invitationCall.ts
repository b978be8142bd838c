import { sql } from 'kysely'
import type { RecordOf } from '#shared/engine/resource.ts'
import { members } from '#shared/areas/members/members.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { enqueueEmail } from '#server/platform/areas/email/index.ts'
import { formatMemberInvitation } from '../messages.ts'
import { memberPageCallMessages } from './messages.ts'

/**
 * POST /members/ID/invitation: sends the invitation now. The email says where to sign in, and
 * with which address.
 */
async function handleSendInvitation(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request, audit } = context
  const id = parseRecordId(members, request)
  const record = await lockRecord(trx, limitToCaller(caller, members), id, null)
  const { name, email, storeId, active } = record as RecordOf<typeof members>
  if (!active) throw invalidState(memberPageCallMessages.inviteInactive)
  const { rows } = await sql<{ store: string; host: string; status: string }>`
    select name as store, primary_domain as host, status from stores where id = ${storeId}`.execute(
    trx,
  )
  const [store] = rows
  if (store?.status !== 'active') throw invalidState(memberPageCallMessages.inviteStore)
  const wakeEmailQueue = await enqueueEmail(context, {
    kind: 'memberInvitation',
    to: email,
    storeId,
    ...formatMemberInvitation({ name, email, store: store.store, host: store.host }),
  })
  await sql`update members set invited_at = ${now} where id = ${id}`.execute(trx)
  await audit({ event: 'members.invited', target: toAuditTarget(members, record) })
  return { status: 204, afterCommit: wakeEmailQueue }
}

export const invitationCall: Call = {
  kind: 'write',
  permission: `${members.permission}:write`,
  method: 'post',
  path: '/members/:id/invitation',
  summary: 'Email a member the link and the address to sign in with, again if needed',
  success: { status: 204 },
  handler: handleSendInvitation,
}
