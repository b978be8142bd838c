import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import { array, enums, nullable, object as shape, optional, size, string } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { limits } from '#shared/limits.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  HttpError,
} from '#server/platform/core/platform/httpError.ts'
import {
  arraySchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  storeIdsSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { createRecords } from '#server/platform/core/records/changes/create.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { assertNotInUse } from '#server/platform/core/records/changes/delete.ts'
import { RecordId, parseRecordId } from '#server/platform/core/records/recordId.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { getMemberGroupValues } from './memberGroupHooks.ts'
import { memberGroupCallMessages } from './messages.ts'
import { memberNameCalls } from './memberNameCalls.ts'
import { previewCalls } from './previewCalls.ts'
import { formatMemberNumber } from '#shared/areas/members/memberMoves.ts'
import { buildMoveAudit } from '#shared/areas/members/memberMoves.ts'
import { planMemberMove, toMoveImpact } from './planMemberMove.ts'
import type { MovableMember } from './planMemberMove.ts'
import { programCalls } from './programCalls.ts'
import { findTotalAboveLimits, refreshProgramApproval } from './programApproval.ts'
import { saveMemberMoveUndoData, undoMove } from './undoMove.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { storeUnitSql } from '../credits/index.ts'

const groupPermission = memberGroups.permission
const groupWriteOptions = {
  kind: 'write',
  permission: `${groupPermission}:write`,
  method: 'post',
} as const

/**
 * The calls of groups, in addition to those of every resource (shared/areas/members/groupCalls.ts).
 */
export const memberGroupCalls: readonly Call[] = [
  ...previewCalls,
  ...memberNameCalls,
  ...programCalls,
  {
    ...groupWriteOptions,
    path: '/memberGroups/:id/members',
    summary: 'Add members to a manual group, or remove them, by ID or email',
    body: objectSchema(
      {
        emails: arraySchema(stringSchema),
        memberIds: arraySchema(integerSchema),
        action: { type: 'string', enum: ['add', 'remove'] },
      },
      ['action'],
    ),
    query: [impactParameter],
    success: {
      status: 200,
      schema: objectSchema({
        moved: integerSchema,
        already: integerSchema,
        held: integerSchema,
        unknown: arraySchema(stringSchema),
        move: nullableSchema(integerSchema),
      }),
    },
    handler: handleMoveMembers,
  },
  {
    ...groupWriteOptions,
    path: '/memberGroups/:id/undo/:move',
    summary: 'Undo a member move, except for members that have changed since then',
    success: {
      status: 200,
      schema: objectSchema({ moved: integerSchema, stays: integerSchema, told: stringSchema }),
    },
    handler: async (context: RequestContext) => undoMove(context, await lockGroup(context)),
  },
  {
    ...groupWriteOptions,
    path: '/memberGroups/:id/duplicates',
    summary: 'Duplicate a group to other stores, without its members',
    body: storeIdsSchema,
    success: {
      status: 200,
      schema: objectSchema({
        made: integerSchema,
        refused: arraySchema(stringSchema),
        waiting: integerSchema,
      }),
    },
    handler: handleDuplicateMemberGroup,
  },
  {
    ...groupWriteOptions,
    permission: `${groupPermission}:delete`,
    path: '/memberGroups/:id/removal',
    summary: 'Delete a group and move its members to another group in the store, or to none',
    body: objectSchema({ moveTo: nullableSchema(integerSchema) }),
    success: { status: 204 },
    handler: handleDeleteMemberGroup,
  },
]

type MemberGroup = RecordOf<typeof memberGroups>

const lockGroup = async ({ trx, request, caller }: RequestContext): Promise<MemberGroup> =>
  (await lockRecord(
    trx,
    limitToCaller(caller, memberGroups),
    parseRecordId(memberGroups, request),
    null,
  )) as MemberGroup

const MoveMembersBody = shape({
  emails: optional(size(array(string()), 0, limits.createMany)),
  memberIds: optional(size(array(RecordId), 0, limits.createMany)),
  action: enums(['add', 'remove']),
})

const toNumberedMember = ({ id }: { id: number }) => ({ who: formatMemberNumber(id) })
const toMemberWithOrigin = ({ id, from }: MovableMember) => ({ who: formatMemberNumber(id), from })

/**
 * Adds members to a manual group or removes them. Adding moves them out of their groups, which
 * needs confirmation. Removed members have no group.
 */
async function handleMoveMembers(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const { body } = request
  const group = await lockGroup(context)
  if (!is(body, MoveMembersBody)) throw badRequest(memberGroupCallMessages.moveBody)
  const { emails = [], memberIds = [], action } = body
  if (emails.length + memberIds.length === 0) throw badRequest(memberGroupCallMessages.moveBody)
  if (group.type === 'rule') throw new HttpError(409, 'wrong_state', memberGroupCallMessages.byRule)
  const plan = await planMemberMove(trx, group, { emails, memberIds, action })
  const { moving, alreadyInGroup: already, inRuleGroups, unknownEmails: unknown } = plan
  const ids = moving.map(({ id }) => id)
  const counts = { moved: ids.length, already: already.length, held: inRuleGroups.length, unknown }
  if (ids.length === 0) return { status: 200, body: { ...counts, move: null } }
  if (action === 'add')
    requireImpactConfirmation(
      request,
      { action, ids: ids.toSorted((one, other) => one - other) },
      toMoveImpact(group, plan, await findTotalAboveLimits(context, group.id, ids)),
    )
  const targetId = action === 'add' ? group.id : null
  await sql`update members set group_id = ${targetId}, version = version + 1, updated_at = ${now},
      updated_by = ${caller.email} where id = any(${ids}::int[])`.execute(trx)
  if (targetId !== null) await refreshProgramApproval(context, targetId)
  await audit({
    event: `${memberGroups.name}.${action === 'add' ? 'membersAdded' : 'membersRemoved'}`,
    target: toAuditTarget(memberGroups, group),
    after: buildMoveAudit(moving.map(action === 'add' ? toMemberWithOrigin : toNumberedMember)),
  })
  return {
    status: 200,
    body: {
      ...counts,
      move: await saveMemberMoveUndoData(context, { group, into: targetId, moving }),
    },
  }
}

const DuplicateGroupBody = shape({ storeIds: size(array(RecordId), 1, limits.createMany) })

async function handleDuplicateMemberGroup(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller } = context
  const { body } = request
  const group = await lockGroup(context)
  if (!is(body, DuplicateGroupBody))
    throw badRequest(memberGroupCallMessages.storesBody(limits.createMany))
  const ids = [...new Set(body.storeIds)]
  const { rows } = await sql<{ id: number; name: string; unit: string; isTaken: boolean }>`
    select id, name, ${storeUnitSql} as unit,
      exists (select from member_groups where store_id = stores.id and name = ${group.name}) as is_taken
    from ${getVisibleRows(stores, caller.storeIds)} where id = any(${ids}::int[]) order by id for key share`.execute(
    trx,
  )
  if (rows.length < ids.length)
    throw validationFailed({ storeIds: memberGroupCallMessages.noStore })
  const errors = rows.map(({ name, unit, isTaken }) => {
    if (isTaken) return memberGroupCallMessages.taken(name)
    return group.unit === null || group.unit === unit
      ? null
      : memberGroupCallMessages.otherUnit(name, unit)
  })
  const available = rows.filter((_row, index) => errors[index] === null)
  const waiting = available.length > 0 ? await copyGroup(context, group, available) : 0
  return { status: 200, body: { made: available.length, refused: errors.filter(Boolean), waiting } }
}

/**
 * Creates the copies, and returns how many of them wait for a second operator. Reports validation
 * errors at `storeIds`, the only field of the call.
 */
async function copyGroup(
  context: RequestContext,
  group: MemberGroup,
  targetStores: { id: number }[],
): Promise<number> {
  const values = getMemberGroupValues(group)
  const copies = targetStores.map(({ id: storeId }) => ({ ...values, storeId, isDefault: false }))
  const creation = createRecords(
    limitToCaller(context.caller, getResourceModule('memberGroups')),
    context,
    copies,
  )
  await creation.catch((error: unknown) => {
    const { fields } = error instanceof HttpError ? error.problem : {}
    throw fields ? validationFailed({ storeIds: joinSentences(Object.values(fields)) }) : error
  })
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from member_groups
    where name = ${group.name} and store_id = any(${targetStores.map(({ id }) => id)}::int[])
      and program_waiting is not null`.execute(context.trx)
  return rows[0]?.count ?? 0
}

const DeleteGroupBody = shape({ moveTo: nullable(RecordId) })

async function handleDeleteMemberGroup(context: RequestContext): Promise<CallResult> {
  const { trx, request, caller, now, audit } = context
  const { body } = request
  if (!is(body, DeleteGroupBody)) throw badRequest(memberGroupCallMessages.moveToBody)
  const group = await lockGroup(context)
  const { id, storeId } = group
  const { moveTo } = body
  if (moveTo === id) throw validationFailed({ moveTo: memberGroupCallMessages.itself })
  if (moveTo !== null) {
    const { rows } = await sql`select id from member_groups
      where id = ${moveTo} and store_id = ${storeId} for key share`.execute(trx)
    if (rows.length === 0) throw validationFailed({ moveTo: memberGroupCallMessages.elsewhere })
  }
  const { rows: movedMembers } = await sql<{
    id: number
  }>`update members set group_id = ${moveTo}, version = version + 1,
      updated_at = ${now}, updated_by = ${caller.email}
    where group_id = ${id} returning id`.execute(trx)
  if (moveTo !== null && movedMembers.length > 0) await refreshProgramApproval(context, moveTo)
  await assertNotInUse(limitToCaller(caller, getResourceModule(memberGroups.name)), trx, id)
  await withRecordTables(trx).deleteFrom(memberGroups.name).where('id', '=', id).execute()
  await audit({
    event: `${memberGroups.name}.deleted`,
    target: toAuditTarget(memberGroups, group),
    before: getMemberGroupValues(group),
    after: { movedTo: moveTo, ...buildMoveAudit(movedMembers.map(toNumberedMember)) },
  })
  return { status: 204 }
}
