import { sql } from 'kysely'
import { number, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { approvalRuleMessages } from '#server/platform/core/approval/messages.ts'
import { findDependency } from '#server/platform/core/approval/relatedAccounts.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, invalidState } from '#server/platform/core/platform/httpError.ts'
import { integerSchema } from '#server/platform/core/http/schema.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { refreshApprovalAlerts } from '../alerts/index.ts'
import { memberGroupCallMessages } from './messages.ts'

/** The calls of credit programs (shared/areas/members/groupCalls.ts). */
export const programCalls: readonly Call[] = [
  {
    kind: 'write',
    permission: `${memberGroups.permission}:write`,
    method: 'post',
    path: '/memberGroups/:id/programApproval',
    stepUp: 'always',
    summary: "Approve a group's credits per period; total must match programWaiting",
    body: objectSchema({ total: integerSchema }),
    success: { status: 200, schema: buildRecordSchemas(memberGroups).record },
    handler: handleApproveProgramCredits,
  },
]

const ProgramApprovalBody = type({ total: number() })

async function handleApproveProgramCredits(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, audit } = context
  const { body } = request
  if (!is(body, ProgramApprovalBody)) throw badRequest(memberGroupCallMessages.totalBody)
  const resource = limitToCaller(caller, memberGroups)
  const group = await lockRecord(trx, resource, parseRecordId(memberGroups, request), null)
  const { programWaiting } = group
  if (programWaiting === null) throw invalidState(memberGroupCallMessages.notWaiting)
  if (programWaiting !== body.total) throw invalidState(memberGroupCallMessages.totalChanged)
  await assertIndependent(context, group.id)
  await sql`update member_groups set program_approved = program_waiting, program_waiting = null
    where id = ${group.id}`.execute(trx)
  await audit({
    event: `${memberGroups.name}.programApproved`,
    target: toAuditTarget(memberGroups, group),
    before: { programApproved: group['programApproved'] },
    after: { programApproved: programWaiting },
  })
  await refreshApprovalAlerts(trx, context.now)
  const record = await loadRecord(trx, resource, group.id)
  return { status: 200, body: record, version: record.version }
}

/**
 * Rejects the accounts that set the program up, those that go back to them, and those that they go
 * back to.
 */
async function assertIndependent(
  { trx, caller, now }: RequestContext,
  groupId: number,
): Promise<void> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where id = any(
      (select program_set_by from member_groups where id = ${groupId})::int[]) order by id`.execute(
    trx,
  )
  for (const requester of rows) {
    if (requester.id === caller.id) throw invalidState(memberGroupCallMessages.ownProgram)
    const dependency = await findDependency(trx, {
      approver: caller,
      requester,
      at: now,
    })
    if (dependency === 'onAsker')
      throw invalidState(memberGroupCallMessages.relatedProgram(requester.email))
    if (dependency === 'onApprover')
      throw invalidState(approvalRuleMessages.askerOfApprover(requester.email))
  }
}
