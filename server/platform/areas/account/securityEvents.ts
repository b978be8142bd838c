import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isInstant } from '#shared/format/dates.ts'
import { users } from '#shared/areas/users/users.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import { parsePageLimit } from '#server/platform/core/http/listParameters.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { ownAccountMessages } from './messages.ts'

type SecurityEventRow = {
  id: number
  time: string
  event: string
  actor: string
  ip: string
  result: string
}

/** Where a page begins: just after the entry with this time and ID. */
type Cursor = { time: string; id: number }

const encodeCursor = ({ time, id }: Cursor) => `${time}_${id}`

function decodeCursor(text: string): Cursor {
  const [time = '', id = ''] = text.split('_')
  if (isInstant(time) && /^[1-9]\d{0,14}$/.test(id)) return { time, id: Number(id) }
  throw badRequest(ownAccountMessages.cursorNotValid)
}

/**
 * GET /account/securityEvents: sign-ins with the caller's email address, and what anyone changed in
 * the account's access. Each of the two is read by an index.
 */
export async function handleListSecurityEvents(
  { query }: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  requireKnownParameters(query, ['limit', 'after'])
  const limit = parsePageLimit(query)
  const after = query.get('after')
  const cursor = after === null ? null : decodeCursor(after)
  const isAfter = cursor
    ? sql`(time, id) < (${cursor.time}::timestamptz, ${cursor.id}::bigint)`
    : sql`true`
  const select = (condition: RawBuilder<unknown>) => sql`(
    select id, time, event, actor, ip, result from audit
    where stream = 'security' and ${condition} and ${isAfter}
    order by time desc, id desc limit ${limit + 1})`
  const { rows } = await sql<SecurityEventRow>`
    select * from (
      ${select(sql`actor = ${caller.email} and event like 'auth.%'`)}
      union
      ${select(sql`target_type = ${users.name} and target_id = ${caller.id}`)}
    ) as events order by time desc, id desc limit ${limit + 1}`.execute(db)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const next = last && rows.length > limit ? encodeCursor(last) : null
  return { status: 200, body: { data, next } }
}
