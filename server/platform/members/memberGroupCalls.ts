import { sql } from 'kysely'
import { array, enums, nullable, object as shape, optional, size, string } from 'superstruct'
import { is } from '#shared/is.ts'
import { limits } from '#shared/limits.ts'
import type { RecordOf } from '#shared/engine/resource.ts'
import { memberGroups } from '#shared/resources/memberGroups.ts'
import { resources } from '#shared/resources/index.ts'
import { stores } from '#shared/resources/stores.ts'
import { targetOf } from '../audit/audit.ts'
import { storeUnit } from '../credits/storeUnit.ts'
import type { Answer, Call, Change } from '../http/call.ts'
import { badRequest, invalid, Refusal } from '../http/refusal.ts'
import { listOf, orNull, text, whole } from '../openapi/schema.ts'
import { object } from '../openapi/schemas.ts'
import { makeRecords } from '../records/create.ts'
import { rowsOf, scopedTo } from '../records/inScope.ts'
import { lockRecord } from '../records/read.ts'
import { refuseInUse } from '../records/remove.ts'
import { RecordId, recordIdOf } from '../records/recordId.ts'
import { dependentsOf } from '../records/uses.ts'
import { recordTables } from '../schema.ts'
import { keptGroups, valuesOfGroup } from './keptGroups.ts'
import { groupMessages } from './messages.ts'
import { previewCalls } from './previewCalls.ts'
import { memberNumber, whoMoved } from '../audit/whoMoved.ts'

const key = memberGroups.permission
const write = { kind: 'write', needs: `${key}:write`, method: 'post' } as const
const refusals = [409, 413, 415, 422]

/** The calls of groups besides those that every resource has (shared/members/groupCalls.ts). */
export const memberGroupCalls: readonly Call[] = [
  ...previewCalls,
  {
    ...write,
    path: '/memberGroups/:id/members',
    summary: 'Put members into a manual group, or out of it, by ids and e-mail addresses',
    body: object(
      {
        emails: listOf(text),
        memberIds: listOf(whole),
        action: { type: 'string', enum: ['add', 'remove'] },
      },
      ['action'],
    ),
    success: { status: 200, schema: object({ moved: whole, unknown: listOf(text) }) },
    refusals,
    answer: move,
  },
  {
    ...write,
    path: '/memberGroups/:id/duplicates',
    summary: 'Make the same group in other stores, without its members',
    body: object({ storeIds: listOf(whole) }),
    success: { status: 200, schema: object({ made: whole, refused: listOf(text) }) },
    refusals,
    answer: duplicate,
  },
  {
    ...write,
    needs: `${key}:delete`,
    path: '/memberGroups/:id/removal',
    summary: 'Delete a group; its members go to another one of the store, or to none',
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

/** No other text reaches the database, which cannot hold it. */
const isText = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

const whoMoves = `emails, memberIds or both must name 1 to ${limits.createMany} members each, action must be add or remove.`

const Moving = shape({
  emails: optional(size(array(string()), 0, limits.createMany)),
  memberIds: optional(size(array(RecordId), 0, limits.createMany)),
  action: enums(['add', 'remove']),
})

type Moved = { id: number; from: string | null }
const byNumber = ({ id }: { id: number }) => ({ who: memberNumber(id) })
const withOrigin = ({ id, from }: Moved) => ({ who: memberNumber(id), from })

async function move(change: Change): Promise<Answer> {
  const { trx, asked, caller, now, audit } = change
  const { body } = asked
  const group = await held(change)
  if (!is(body, Moving)) throw badRequest(whoMoves)
  const { emails: given = [], memberIds = [] } = body
  if (given.length + memberIds.length === 0) throw badRequest(whoMoves)
  const { id, storeId } = group
  if (group.type === 'rule')
    throw new Refusal(409, 'wrong_state', 'This group has rules', { detail: groupMessages.byRule })
  const emails = [...new Set(given.map((email) => email.trim().toLowerCase()).filter(Boolean))]
  const { rows: known } = await sql<{ id: number; email: string }>`
    select id, lower(email) as email from members
    where store_id = ${storeId} and (lower(email) = any(${emails.filter(isText)}::text[])
      or id = any(${memberIds}::int[])) for update`.execute(trx)
  const ids = known.map((member) => member.id)
  if (!memberIds.every((one) => ids.includes(one)))
    throw invalid({ memberIds: groupMessages.notHere })
  const target = body.action === 'add' ? sql`${id}::integer` : sql`null::integer`
  const isMoved =
    body.action === 'add'
      ? sql`members.group_id is distinct from ${id}`
      : sql`members.group_id = ${id}`
  const { rows: moved } = await sql<Moved>`
    with moving as (
      select members.id, was.name as "from" from members
        left join member_groups as was on was.id = members.group_id
      where members.id = any(${ids}::int[]) and ${isMoved})
    update members set group_id = ${target}, version = version + 1, updated_at = ${now},
      updated_by = ${caller.email}
    from moving where members.id = moving.id returning members.id, moving.from`.execute(trx)
  const event = body.action === 'add' ? 'membersAdded' : 'membersRemoved'
  await audit({
    event: `${memberGroups.name}.${event}`,
    target: targetOf(memberGroups, group),
    after: whoMoved(moved.map(body.action === 'add' ? withOrigin : byNumber)),
  })
  const found = new Set(known.map(({ email }) => email))
  const unknown = emails.filter((email) => !found.has(email))
  return { status: 200, body: { moved: moved.length, unknown } }
}

const Stores = shape({ storeIds: size(array(RecordId), 1, limits.createMany) })

async function duplicate(change: Change): Promise<Answer> {
  const { trx, asked, caller } = change
  const { body } = asked
  const group = await held(change)
  if (!is(body, Stores)) throw badRequest(`storeIds must be 1 to ${limits.createMany} ids.`)
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
  if (free.length > 0) await copyTo(change, group, free)
  return { status: 200, body: { made: free.length, refused: refused.filter(Boolean) } }
}

/** What keeps the group from being made anew is said at the one field that there is. */
async function copyTo(change: Change, group: Group, to: { id: number }[]): Promise<void> {
  const values = valuesOfGroup(group)
  const copies = to.map(({ id: storeId }) => ({ ...values, storeId, isDefault: false }))
  await makeRecords(scopedTo(change.caller, keptGroups), change, copies).catch((error: unknown) => {
    const { fields } = error instanceof Refusal ? error.problem : {}
    throw fields ? invalid({ storeIds: Object.values(fields).join('. ') }) : error
  })
}

const Removal = shape({ moveTo: nullable(RecordId) })

async function remove(change: Change): Promise<Answer> {
  const { trx, asked, caller, now, audit } = change
  const { body } = asked
  if (!is(body, Removal)) throw badRequest('moveTo must be the id of a group, or null.')
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
