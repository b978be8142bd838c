import { sql } from 'kysely'
import { reactivationFields, suspensionFields } from '#shared/areas/members/memberActions.ts'
import { members } from '#shared/areas/members/members.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { loadRecord, lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import {
  buildRecordSchemas,
  toSchemaProperties,
} from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { memberPageCallMessages } from './messages.ts'

/** Locks the member. Rejects an erased one, who stays inactive. */
async function lockMember({ trx, caller, request }: RequestContext): Promise<AnyRecord> {
  const resource = limitToCaller(caller, members)
  const id = parseRecordId(members, request)
  const member = await lockRecord(trx, resource, id, requireVersion(request))
  if (member['erasedAt']) throw invalidState(memberPageCallMessages.isErased)
  return member
}

async function isSuspended({ trx }: RequestContext, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from members where id = ${id} and suspended_at is not null`.execute(trx)
  return rows.length > 0
}

/** POST /members/ID/suspension: makes the member inactive, so that every sign-in is rejected. */
async function handleSuspend(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request } = context
  const member = await lockMember(context)
  const { reason } = parseValues({ fields: suspensionFields }, request.body, 'all')
  if (await isSuspended(context, member.id))
    throw invalidState(memberPageCallMessages.alreadySuspended)
  await sql`update members set active = false, suspended_at = ${now},
      suspended_by = ${caller.email}, suspended_reason = ${reason},
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${member.id}`.execute(trx)
  return auditStatusChange(context, member, { event: 'suspended', reason })
}

/** POST /members/ID/reactivation: ends a suspension, or makes an inactive member active. */
async function handleReactivate(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request } = context
  const member = await lockMember(context)
  const { reason } = parseValues({ fields: reactivationFields }, request.body, 'all')
  if (member['active'] === true) throw invalidState(memberPageCallMessages.alreadyActive)
  await sql`update members set active = true, suspended_at = null, suspended_by = null,
      suspended_reason = null, version = version + 1, updated_at = ${now},
      updated_by = ${caller.email}
    where id = ${member.id}`.execute(trx)
  // The change of status has cleared the reason of the previous one.
  await sql`update members set status_reason = ${reason} where id = ${member.id}`.execute(trx)
  return auditStatusChange(context, member, { event: 'reactivated', reason })
}

async function auditStatusChange(
  { trx, caller, audit }: RequestContext,
  before: AnyRecord,
  { event, reason }: { event: 'suspended' | 'reactivated'; reason: unknown },
): Promise<CallResult> {
  const after = await loadRecord(trx, limitToCaller(caller, members), before.id)
  await audit({
    event: `members.${event}`,
    target: toAuditTarget(members, after),
    before: { active: before['active'] },
    after: { active: after['active'], ...(reason === null ? {} : { reason }) },
  })
  return { status: 200, body: after, version: after.version }
}

const statusCallOptions = {
  kind: 'write',
  permission: `${members.permission}:write`,
  method: 'post',
  ifMatch: 'required',
  success: { status: 200, schema: buildRecordSchemas(members).record },
} as const

/** The calls that change whether a member can sign in (shared/areas/members/memberActions.ts). */
export const suspensionCalls: readonly Call[] = [
  {
    ...statusCallOptions,
    path: '/members/:id/suspension',
    summary: 'Suspend a member with a reason, so that they can no longer sign in',
    body: objectSchema(toSchemaProperties(suspensionFields)),
    handler: handleSuspend,
  },
  {
    ...statusCallOptions,
    path: '/members/:id/reactivation',
    summary: 'Let a suspended or inactive member sign in again',
    body: objectSchema(toSchemaProperties(reactivationFields)),
    handler: handleReactivate,
  },
]
