import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { RecordOf } from '#shared/engine/resource.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { listOf, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { duplicatePreviewCall } from './duplicatePreview.ts'
import { matching, movesOf, newGroup } from './rules.ts'

type Group = RecordOf<typeof memberGroups>

async function chosenIn(connection: Connection, storeId: number, chosen: RawBuilder<unknown>) {
  const among = sql`from members where store_id = ${storeId} and ${chosen}`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${among}`.execute(
    connection,
  )
  const { rows: sample } = await sql<{ id: number; name: string; email: string }>`
    select id, name, email ${among} order by lower(name), id limit 10`.execute(connection)
  return { count: counted[0]?.count ?? 0, sample }
}

async function previewGroup(asked: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const resource = scopedTo(caller, memberGroups)
  const group = (await readRecord(db, resource, recordIdOf(memberGroups, asked))) as Group
  const { id, storeId, type, rules } = group
  const isByRule = type === 'rule'
  const chosen = isByRule ? matching(rules) : sql`members.group_id = ${id}`
  const moves = isByRule ? await movesOf(db, storeId, id) : { joining: 0, leaving: 0 }
  return { status: 200, body: { ...(await chosenIn(db, storeId, chosen)), ...moves } }
}

const wholeIn = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

async function previewRules({ query }: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const rules = query.getAll('rule')
  const error = fieldError(memberGroups.fields.rules, rules, { type: 'rule' })
  if (error) throw invalid({ rules: error })
  const store = await readRecord(db, scopedTo(caller, stores), wholeIn(query.get('storeId')) ?? 0)
  const id = wholeIn(query.get('id')) ?? newGroup
  const priority = wholeIn(query.get('priority')) ?? memberGroups.fields.priority.initial
  const moves = await movesOf(db, store.id, id, { id, priority, rules })
  return { status: 200, body: { ...(await chosenIn(db, store.id, matching(rules))), ...moves } }
}

const read = { kind: 'read', needs: `${memberGroups.permission}:read`, method: 'get' } as const
const told = {
  status: 200,
  schema: object({
    count: whole,
    sample: listOf(object({ id: whole, name: text, email: text })),
    joining: whole,
    leaving: whole,
  }),
} as const

/** Who is in a group, or would be (shared/areas/members/groupCalls.ts). */
export const previewCalls: readonly Call[] = [
  duplicatePreviewCall,
  {
    ...read,
    path: '/memberGroups/:id/preview',
    limit: 'comparisons',
    summary:
      "Count a group's members, or the members that match its rules, with examples and how many will join or leave",
    success: told,
    answer: previewGroup,
  },
  {
    ...read,
    path: '/memberGroupPreview',
    limit: 'comparisons',
    summary: "Preview unsaved rules, with storeId, rule, priority, and the group's ID in the query",
    success: told,
    refusals: [422],
    answer: previewRules,
  },
]
