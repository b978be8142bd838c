import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Call } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import { listOf, text, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { among, rowsOf } from '#server/platform/core/records/inScope.ts'
import { groupMessages } from './messages.ts'

async function answerNames({ query }: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const ids = query.getAll('id')
  if (ids.length === 0 || ids.length > limits.createMany || !ids.every((id) => isId.test(id)))
    throw badRequest(groupMessages.idsBody(limits.createMany))
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${rowsOf(members, caller.storeIds)}
    where ${among('id', ids.map(Number))} order by id`.execute(db)
  return { status: 200, body: { data: rows } }
}

const isId = /^[1-9]\d{0,8}$/

/** What members are called whom logs tell of by number alone: asked when a log is read, kept nowhere (shared/areas/members/memberNames.ts). */
export const nameCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: `${members.permission}:read`,
    method: 'get',
    path: '/memberNames',
    summary: 'List the names of members by ID, excluding deleted members',
    query: [
      {
        name: 'id',
        description: `The ID of a member. Repeat it for each member, at most ${limits.createMany} times.`,
        schema: text,
      },
    ],
    success: {
      status: 200,
      schema: object({ data: listOf(object({ id: whole, name: text })) }),
    },
    answer: answerNames,
  },
]
