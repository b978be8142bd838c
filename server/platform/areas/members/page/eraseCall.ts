import { sql } from 'kysely'
import { erasureFields } from '#shared/areas/members/memberActions.ts'
import { members } from '#shared/areas/members/members.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { invalidState, validationFailed } from '#server/platform/core/platform/httpError.ts'
import {
  loadRecord,
  lockRecord,
  versionConflict,
} from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import {
  buildRecordSchemas,
  toSchemaProperties,
} from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { loadErasedMember } from './erasedMember.ts'
import type { ErasedMember } from './erasedMember.ts'
import { erasePersonalData } from './erasePersonalData.ts'
import { memberPageCallMessages } from './messages.ts'
import { isRecipient } from './personalTables.ts'

/**
 * POST /members/ID/erase: replaces the member's name and email wherever anyone reads them, and makes
 * the member inactive permanently. Amounts and IDs stay, so that figures still add up.
 */
async function handleErase(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request, audit } = context
  const resource = limitToCaller(caller, members)
  const version = requireVersion(request)
  const record = await lockRecord(trx, resource, parseRecordId(members, request), null)
  const { id, name, email, storeId, erasedAt } = record as RecordOf<typeof members>
  // Before the version, so that a second erasure learns that nothing is left to erase.
  if (erasedAt) throw invalidState(memberPageCallMessages.alreadyErased)
  if (record.version !== version) throw versionConflict(record)
  const { email: typed } = parseValues({ fields: erasureFields }, request.body, 'all')
  if (String(typed).toLowerCase() !== email)
    throw validationFailed({ email: memberPageCallMessages.otherEmail })
  const member = await loadErasedMember(trx, { id, name, email, storeId })
  await rejectWaitingGiftCard(context, member)
  await failWaitingEmails(context, member)
  await erasePersonalData(context, member)
  await sql`update members set active = false, invite = false, erased_at = ${now},
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${id}`.execute(trx)
  const erased = await loadRecord(trx, resource, id)
  // The log can't be changed later, so it gets the member's ID and not their name.
  await audit({
    event: 'members.erased',
    stream: 'security',
    target: { type: members.name, id, label: String(id), storeId },
  })
  return { status: 200, body: erased, version: erased.version }
}

/** A gift card that is being bought would be sent to the placeholder, and its value lost. */
async function rejectWaitingGiftCard({ trx }: RequestContext, member: ErasedMember): Promise<void> {
  const { rows } = await sql`
    select from gift_cards where ${isRecipient(member)} and status = 'waiting' limit 1`.execute(trx)
  if (rows.length > 0) throw invalidState(memberPageCallMessages.giftCardWaits)
}

/** Emails lose their content and recipient, so those that wait can't be sent any more. */
const failWaitingEmails = ({ trx, now }: RequestContext, member: ErasedMember) =>
  sql`update mails set status = 'failed', ended_at = ${now}, next_try_at = null,
      problem = ${memberPageCallMessages.emailErased}
    where ${isRecipient(member)} and status = 'waiting'`.execute(trx)

export const eraseCall: Call = {
  kind: 'write',
  permission: `${members.permission}:erase`,
  method: 'post',
  path: '/members/:id/erase',
  stepUp: 'always',
  ifMatch: 'required',
  summary:
    "Permanently replace a member's name and email everywhere. Send the email to confirm. Logs and ledger keep their entries, but don't show who it was.",
  body: objectSchema(toSchemaProperties(erasureFields)),
  success: { status: 200, schema: buildRecordSchemas(members).record },
  handler: handleErase,
}
