import { sql } from 'kysely'
import { number, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { refreshApprovalAlerts } from '../alerts/keepAttention.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import { findDependency } from '../credits/independent.ts'
import { creditMessages } from '../credits/messages.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { badRequest, notPossible } from '#server/platform/core/platform/refusal.ts'
import { whole } from '#server/platform/core/http/schema.ts'
import { object, recordSchemas } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { groupMessages } from './messages.ts'

/** The calls of credit programs (shared/areas/members/groupCalls.ts). */
export const programCalls: readonly Call[] = [
  {
    kind: 'write',
    needs: `${memberGroups.permission}:write`,
    method: 'post',
    path: '/memberGroups/:id/programApproval',
    summary: "Approve a group's credits per period; total must match programWaiting",
    body: object({ total: whole }),
    success: { status: 200, schema: recordSchemas(memberGroups).record },
    refusals: [409, 413, 415, 422],
    answer: approveProgram,
  },
]

const Approval = type({ total: number() })

async function approveProgram(change: Change): Promise<Answer> {
  const { trx, asked, caller, audit } = change
  const { body } = asked
  if (!is(body, Approval)) throw badRequest(groupMessages.totalBody)
  const resource = scopedTo(caller, memberGroups)
  const group = await lockRecord(trx, resource, recordIdOf(memberGroups, asked), null)
  const { programWaiting } = group
  if (programWaiting === null) throw notPossible(groupMessages.notWaiting)
  if (programWaiting !== body.total) throw notPossible(groupMessages.totalChanged)
  await assertIndependent(change, group.id)
  await sql`update member_groups set program_approved = program_waiting, program_waiting = null
    where id = ${group.id}`.execute(trx)
  await audit({
    event: `${memberGroups.name}.programApproved`,
    target: targetOf(memberGroups, group),
    before: { programApproved: group['programApproved'] },
    after: { programApproved: programWaiting },
  })
  await refreshApprovalAlerts(trx, change.now)
  const record = await readRecord(trx, resource, group.id)
  return { status: 200, body: record, version: record.version }
}

/** Rejects the accounts that set the program up, those that go back to them, and those that they go back to. */
async function assertIndependent({ trx, caller, now }: Change, groupId: number): Promise<void> {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where id = any(
      (select program_set_by from member_groups where id = ${groupId})::int[]) order by id`.execute(
    trx,
  )
  for (const asker of rows) {
    if (asker.id === caller.id) throw notPossible(groupMessages.ownProgram)
    const dependency = await findDependency(trx, { approver: caller, asker, at: now })
    if (dependency === 'onAsker') throw notPossible(groupMessages.relatedProgram(asker.email))
    if (dependency === 'onApprover') throw notPossible(creditMessages.askerOfApprover(asker.email))
  }
}
