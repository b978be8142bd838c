import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import { arraySchema, stringSchema, integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { memberGroupCallMessages } from './messages.ts'

async function handleListMemberNames(
  { query }: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const ids = query.getAll('id')
  if (ids.length === 0 || ids.length > limits.createMany || !ids.every((id) => idPattern.test(id)))
    throw badRequest(memberGroupCallMessages.idsBody(limits.createMany))
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${getVisibleRows(members, caller.storeIds)}
    where ${matchesIds('id', ids.map(Number))} order by id`.execute(db)
  return { status: 200, body: { data: rows } }
}

const idPattern = /^[1-9]\d{0,8}$/

/**
 * The names of members. Logs identify members only by number, so the names are loaded when a log is
 * read, and never stored with it (shared/areas/members/memberNames.ts).
 */
export const memberNameCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: `${members.permission}:read`,
    method: 'get',
    path: '/memberNames',
    summary: 'List the names of members by ID, excluding deleted members',
    query: [
      {
        name: 'id',
        description: `The ID of a member. Repeat it for each member, at most ${limits.createMany} times.`,
        schema: stringSchema,
      },
    ],
    success: {
      status: 200,
      schema: objectSchema({
        data: arraySchema(objectSchema({ id: integerSchema, name: stringSchema })),
      }),
    },
    handler: handleListMemberNames,
  },
]
