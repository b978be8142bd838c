import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { users } from '#shared/areas/users/users.ts'
import { findActiveOperator, hashToken } from '#server/platform/core/auth/tokens.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import {
  instantSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import { notFound } from '#server/platform/core/platform/httpError.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { buildICalendar } from './buildICalendar.ts'
import { loadFeedDeadlines } from './loadFeedDeadlines.ts'
import { calendarCallMessages } from './messages.ts'

const permission = `${deadlines.permission}:read` as const
const feedSchema = objectSchema({
  createdAt: nullableSchema(instantSchema),
  lastReadAt: nullableSchema(instantSchema),
})

/** The operator's own iCalendar link (shared/areas/calendar/calendarFeed.ts), and its calendar. */
export const feedCalls: readonly Call[] = [
  {
    kind: 'read',
    permission,
    method: 'get',
    path: '/calendarFeed',
    summary: 'Get the state of your calendar link',
    success: { status: 200, schema: feedSchema },
    handler: async (_request, { db }, { id }) => {
      const { rows } = await sql<{ createdAt: string; lastReadAt: string | null }>`
        select created_at, last_read_at from calendar_feeds where user_id = ${id}`.execute(db)
      return { status: 200, body: rows[0] ?? { createdAt: null, lastReadAt: null } }
    },
  },
  {
    kind: 'write',
    permission,
    // The link shows all that its owner can see.
    allowsApiKeys: false,
    method: 'post',
    path: '/calendarFeed',
    summary:
      'Create your calendar link, which replaces an earlier one. Only this response has the link.',
    success: { status: 201, schema: objectSchema({ url: nullableSchema(stringSchema) }) },
    handler: handleCreateFeed,
  },
  {
    kind: 'write',
    permission,
    // The link shows all that its owner can see.
    allowsApiKeys: false,
    method: 'delete',
    path: '/calendarFeed',
    summary: 'Turn off your calendar link',
    success: { status: 204 },
    handler: handleDeleteFeed,
  },
  {
    kind: 'open',
    method: 'get',
    path: '/calendarFeed/events',
    summary: 'Get the deadlines that the owner of a calendar link can see, as iCalendar',
    query: [
      { name: 'token', description: 'The secret part of the link', schema: { type: 'string' } },
    ],
    success: { status: 200, types: ['text/calendar'] },
    handler: handleReadFeed,
  },
]

async function handleCreateFeed({ trx, caller, now, audit, platform }: RequestContext) {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into calendar_feeds (user_id, hash, created_at) values (${caller.id}, ${hashToken(token)}, ${now})
    on conflict (user_id) do update set hash = excluded.hash, created_at = excluded.created_at, last_read_at = null`.execute(
    trx,
  )
  await audit({ event: 'users.calendarLinkCreated', target: toTarget(caller) })
  const url = `${platform.consoleOrigin}/api/calendarFeed/events?token=${token}`
  return { status: 201, body: { url: null }, uncachedBody: { url } }
}

async function handleDeleteFeed({ trx, caller, audit }: RequestContext): Promise<CallResult> {
  const { rows } = await sql`
    delete from calendar_feeds where user_id = ${caller.id} returning user_id`.execute(trx)
  if (rows.length > 0) await audit({ event: 'users.calendarLinkDeleted', target: toTarget(caller) })
  return { status: 204 }
}

const toTarget = ({ id, name }: Account) => ({ type: users.name, id, label: name })

/** Answers 404 to an unknown or renewed link, and if its owner can no longer see the calendar. */
async function handleReadFeed({ query }: ApiRequest, platform: Platform): Promise<CallResult> {
  const { db, now, consoleOrigin } = platform
  const { rows } = await sql<{ userId: number }>`
    update calendar_feeds set last_read_at = ${now().toISOString()}
    where hash = ${hashToken(query.get('token') ?? '')} returning user_id`.execute(db)
  const owner = rows[0] && (await findActiveOperator(db, rows[0].userId))
  if (!owner || !hasPermission(permission, owner)) throw notFound(calendarCallMessages.feed)
  const text = buildICalendar(await loadFeedDeadlines(db, owner), consoleOrigin)
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'inline; filename="deadlines.ics"',
  }
  return { status: 200, content: { headers, open: async () => Readable.from([text]) } }
}
