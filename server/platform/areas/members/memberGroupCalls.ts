import { sql } from 'kysely'
import { array, enums, nullable, object as shape, optional, size, string } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { limits } from '#shared/limits.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { resources } from '#shared/areas/index.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import { storeUnit } from '../credits/storeUnit.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { badRequest, invalid, Refusal } from '#server/platform/core/platform/refusal.ts'
import { listOf, orNull, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { makeRecords } from '#server/platform/core/records/changes/create.ts'
import { rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord } from '#server/platform/core/records/read.ts'
import { refuseInUse } from '#server/platform/core/records/changes/remove.ts'
import { RecordId, recordIdOf } from '#server/platform/core/records/recordId.ts'
import { dependentsOf } from '#server/platform/core/records/uses.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { keptGroups, valuesOfGroup } from './keptGroups.ts'
import { groupMessages } from './messages.ts'
import { nameCalls } from './nameCalls.ts'
import { previewCalls } from './previewCalls.ts'
import { memberNumber } from '#shared/areas/members/movedText.ts'
import { whoMoved } from './whoMoved.ts'
import { planMove, reachOfMove } from './planMove.ts'
import type { Movable } from './planMove.ts'
import { programCalls } from './programCalls.ts'
import { findTotalAboveLimits, refreshProgramApproval } from './programApproval.ts'
import { keepMove, undoMove } from './undoMove.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { refuseUnconfirmed } from '#server/platform/core/records/changes/update.ts'

const key = memberGroups.permission
const write = { kind: 'write', needs: `${key}:write`, method: 'post' } as const
const refusals = [409, 413, 415, 422]

/** The calls of groups besides those that every resource has (shared/areas/members/groupCalls.ts). */
export const memberGroupCalls: readonly Call[] = [
  ...previewCalls,
  ...nameCalls,
  ...programCalls,
  {
    ...write,
    path: '/memberGroups/:id/members',
    summary: 'Add members to a manual group, or remove them, by ID or email',
    body: object(
      {
        emails: listOf(text),
        memberIds: listOf(whole),
        action: { type: 'string', enum: ['add', 'remove'] },
      },
      ['action'],
    ),
    query: [reachParameter('the members that would move')],
    success: {
      status: 200,
      schema: object({
        moved: whole,
        already: whole,
        held: whole,
        unknown: listOf(text),
        move: orNull(whole),
      }),
    },
    refusals,
    answer: move,
  },
  {
    ...write,
    path: '/memberGroups/:id/undo/:move',
    summary: 'Undo a member move, except for members that have changed since then',
    success: { status: 200, schema: object({ moved: whole, stays: whole, told: text }) },
    refusals,
    answer: async (change: Change) => undoMove(change, await held(change)),
  },
  {
    ...write,
    path: '/memberGroups/:id/duplicates',
    summary: 'Duplicate a group to other stores, without its members',
    body: object({ storeIds: listOf(whole) }),
    success: {
      status: 200,
      schema: object({ made: whole, refused: listOf(text), waiting: whole }),
    },
    refusals,
    answer: duplicate,
  },
  {
    ...write,
    needs: `${key}:delete`,
    path: '/memberGroups/:id/removal',
    summary: 'Delete a group and move its members to another group in the store, or to none',
    body: object({ moveTo: orNull(whole) }),
    success: { status: 204 },
    refusals,
    answer: remove,
  },
]

type Group = RecordOf<typeof memberGroups>

const held = async ({ trx, asked, caller }: Change): Promise<Group> =>
  (await lockRecord(
    trx,
    scopedTo(caller, memberGroups),
    recordIdOf(memberGroups, asked),
    null,
  )) as Group // A record of this definition has its fields.

const whoMoves = groupMessages.moveBody

const Moving = shape({
  emails: optional(size(array(string()), 0, limits.createMany)),
  memberIds: optional(size(array(RecordId), 0, limits.createMany)),
  action: enums(['add', 'remove']),
})

const byNumber = ({ id }: { id: number }) => ({ who: memberNumber(id) })
const withOrigin = ({ id, from }: Movable) => ({ who: memberNumber(id), from })

/** Who is put into a group leaves another one, and is told of first; who is taken out of it is in none. */
async function move(change: Change): Promise<Answer> {
  const { trx, asked, caller, now, audit } = change
  const { body } = asked
  const group = await held(change)
  if (!is(body, Moving)) throw badRequest(whoMoves)
  const { emails = [], memberIds = [], action } = body
  if (emails.length + memberIds.length === 0) throw badRequest(whoMoves)
  if (group.type === 'rule') throw new Refusal(409, 'wrong_state', groupMessages.byRule)
  const plan = await planMove(trx, group, { emails, memberIds, action })
  const { moving, already, held: stay, unknown } = plan
  const ids = moving.map(({ id }) => id)
  const counts = { moved: ids.length, already: already.length, held: stay.length, unknown }
  if (ids.length === 0) return { status: 200, body: { ...counts, move: null } }
  if (action === 'add')
    refuseUnconfirmed(
      asked,
      { action, ids: ids.toSorted((one, other) => one - other) },
      reachOfMove(group, plan, await findTotalAboveLimits(change, group.id, ids)),
    )
  const into = action === 'add' ? group.id : null
  await sql`update members set group_id = ${into}, version = version + 1, updated_at = ${now},
      updated_by = ${caller.email} where id = any(${ids}::int[])`.execute(trx)
  if (into !== null) await refreshProgramApproval(change, into)
  await audit({
    event: `${memberGroups.name}.${action === 'add' ? 'membersAdded' : 'membersRemoved'}`,
    target: targetOf(memberGroups, group),
    after: whoMoved(moving.map(action === 'add' ? withOrigin : byNumber)),
  })
  return { status: 200, body: { ...counts, move: await keepMove(change, { group, into, moving }) } }
}

const Stores = shape({ storeIds: size(array(RecordId), 1, limits.createMany) })

async function duplicate(change: Change): Promise<Answer> {
  const { trx, asked, caller } = change
  const { body } = asked
  const group = await held(change)
  if (!is(body, Stores)) throw badRequest(groupMessages.storesBody(limits.createMany))
  const ids = [...new Set(body.storeIds)]
  const { rows } = await sql<{ id: number; name: string; unit: string; isTaken: boolean }>`
    select id, name, ${storeUnit} as unit,
      exists (select from member_groups where store_id = stores.id and name = ${group.name}) as is_taken
    from ${rowsOf(stores, caller.storeIds)} where id = any(${ids}::int[]) order by id for key share`.execute(
    trx,
  )
  if (rows.length < ids.length) throw invalid({ storeIds: groupMessages.noStore })
  const refused = rows.map(({ name, unit, isTaken }) => {
    if (isTaken) return groupMessages.taken(name)
    return group.unit === null || group.unit === unit ? null : groupMessages.otherUnit(name, unit)
  })
  const free = rows.filter((_row, at) => refused[at] === null)
  const waiting = free.length > 0 ? await copyTo(change, group, free) : 0
  return { status: 200, body: { made: free.length, refused: refused.filter(Boolean), waiting } }
}

/**
 * Makes the copies and answers how many of them wait for a second operator. What keeps the group from being made anew is said at
 * the one field that there is.
 */
async function copyTo(change: Change, group: Group, to: { id: number }[]): Promise<number> {
  const values = valuesOfGroup(group)
  const copies = to.map(({ id: storeId }) => ({ ...values, storeId, isDefault: false }))
  const made = makeRecords(scopedTo(change.caller, keptGroups), change, copies)
  await made.catch((error: unknown) => {
    const { fields } = error instanceof Refusal ? error.problem : {}
    throw fields ? invalid({ storeIds: joinSentences(Object.values(fields)) }) : error
  })
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from member_groups
    where name = ${group.name} and store_id = any(${to.map(({ id }) => id)}::int[])
      and program_waiting is not null`.execute(change.trx)
  return rows[0]?.count ?? 0
}

const Removal = shape({ moveTo: nullable(RecordId) })

async function remove(change: Change): Promise<Answer> {
  const { trx, asked, caller, now, audit } = change
  const { body } = asked
  if (!is(body, Removal)) throw badRequest(groupMessages.moveToBody)
  const group = await held(change)
  const { id, storeId } = group
  const { moveTo } = body
  if (moveTo === id) throw invalid({ moveTo: groupMessages.itself })
  if (moveTo !== null) {
    const { rows } = await sql`select id from member_groups
      where id = ${moveTo} and store_id = ${storeId} for key share`.execute(trx)
    if (rows.length === 0) throw invalid({ moveTo: groupMessages.elsewhere })
  }
  const { rows: moved } = await sql<{
    id: number
  }>`update members set group_id = ${moveTo}, version = version + 1,
      updated_at = ${now}, updated_by = ${caller.email}
    where group_id = ${id} returning id`.execute(trx)
  if (moveTo !== null && moved.length > 0) await refreshProgramApproval(change, moveTo)
  const dependents = dependentsOf(memberGroups, resources)
  await refuseInUse(scopedTo(caller, { ...memberGroups, consequence: null, dependents }), trx, id)
  await recordTables(trx).deleteFrom(memberGroups.name).where('id', '=', id).execute()
  await audit({
    event: `${memberGroups.name}.deleted`,
    target: targetOf(memberGroups, group),
    before: valuesOfGroup(group),
    after: { movedTo: moveTo, ...whoMoved(moved.map(byNumber)) },
  })
  return { status: 204 }
}
