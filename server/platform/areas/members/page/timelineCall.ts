import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isInstant, subtractTime } from '#shared/format/dates.ts'
import {
  isTimelineKind,
  timelineKinds,
  timelineSources,
} from '#shared/areas/members/memberTimeline.ts'
import type {
  MemberTimelineEntry,
  MemberTimelinePage,
  TimelineKind,
  TimelineSource,
} from '#shared/areas/members/memberTimeline.ts'
import { members } from '#shared/areas/members/members.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { Call, CallResult } from '#server/platform/core/http/call.ts'
import { pageParameters, parsePageLimit } from '#server/platform/core/http/listParameters.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest, forbidden } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { buildEntryColumns, sourceDefinitions } from './timelineSources.ts'
import type { TimelineMember } from './timelineSources.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { memberPageCallMessages } from './messages.ts'

export const kinds = Object.keys(timelineKinds) as TimelineKind[] // The table's own keys.

/** Where a page begins: just after this entry. Entries of one instant are sorted by source and ID. */
type TimelineCursor = { at: string; source: TimelineSource; id: number }

const encodeTimelineCursor = ({ at, source, id }: TimelineCursor): string =>
  Buffer.from(JSON.stringify([at, source, id])).toString('base64url')

/** Decodes a cursor. Rejects any other text with 400. */
function decodeTimelineCursor(text: string): TimelineCursor {
  const [at, name, id] = parseCursorParts(text)
  const source = timelineSources.find((one) => one === name)
  if (typeof at === 'string' && isInstant(at) && source && Number.isSafeInteger(id))
    return { at, source, id: Number(id) }
  throw badRequest(memberPageCallMessages.notCursor)
}

function parseCursorParts(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return [] // Not JSON, so not one of our cursors.
  }
}

/** Builds the condition for a source's entries after the cursor, as a range of its index. */
function isAfterCursor(source: TimelineSource, at: RawBuilder<unknown>, cursor: TimelineCursor) {
  if (source === cursor.source)
    return sql`(${at}, id) < (${cursor.at}::timestamptz, ${cursor.id}::bigint)`
  return source < cursor.source ? sql`${at} <= ${cursor.at}` : sql`${at} < ${cursor.at}`
}

type TimelineQuery = { kinds: readonly TimelineKind[]; after: string | null; limit: number }

/**
 * A page looks for entries of these days first. Most pages end there, without planning the
 * partitions of all earlier months.
 */
const recentDays = 60

/** Loads the part of a page that the condition on the time of its entries selects. */
async function loadPart(
  db: Connection,
  member: TimelineMember,
  part: {
    sources: readonly TimelineSource[]
    cursor: TimelineCursor | null
    isInPart: (at: RawBuilder<unknown>) => RawBuilder<unknown>
    limit: number
  },
): Promise<MemberTimelineEntry[]> {
  const { sources, cursor, isInPart, limit } = part
  const selections = sources.map((source) => {
    const definition = sourceDefinitions[source]
    const at = sql.ref(definition.at)
    return sql`(select ${buildEntryColumns(source, definition)}
      from (select * from ${sql.table(definition.table)}
        where ${definition.isOfMember(member)} and ${cursor ? isAfterCursor(source, at, cursor) : sql`true`}
          and ${isInPart(at)}
        order by ${at} desc, id desc limit ${limit}) as entry)`
  })
  const { rows } = await sql<MemberTimelineEntry>`
    select * from (${sql.join(selections, sql` union all `)}) as entries
    order by at desc, source collate "C" desc, id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Loads one page of a member's timeline, newest first. Each source reads at most one page of rows
 * by an index, so a long history costs no more than a short one.
 */
export async function loadTimelinePage(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  member: TimelineMember,
  { kinds: shown, after, limit }: TimelineQuery,
): Promise<Pick<MemberTimelinePage, 'data' | 'next'>> {
  const cursor = after === null ? null : decodeTimelineCursor(after)
  const sources = timelineSources.filter((source) => shown.includes(sourceDefinitions[source].kind))
  if (sources.length === 0) return { data: [], next: null }
  const since = subtractTime(cursor?.at ?? now(), recentDays, 'day')
  const load = (isInPart: (at: RawBuilder<unknown>) => RawBuilder<unknown>, count: number) =>
    loadPart(db, member, { sources, cursor, isInPart, limit: count })
  const rows = await load((at) => sql`${at} >= ${since}::timestamptz`, limit + 1)
  const missing = limit + 1 - rows.length
  if (missing > 0) rows.push(...(await load((at) => sql`${at} < ${since}::timestamptz`, missing)))
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last ? encodeTimelineCursor(last) : null }
}

/** GET /members/ID/timeline. The caller's permissions decide which kinds it contains. */
async function handleLoadTimeline(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { query } = request
  requireKnownParameters(query, ['kind', 'limit', 'after'])
  const member = await loadRecord(
    platform.db,
    limitToCaller(caller, members),
    parseRecordId(members, request),
  )
  const visibleKinds = kinds.filter((kind) => hasPermission(timelineKinds[kind].permission, caller))
  const kind = query.get('kind')
  if (kind !== null && !isTimelineKind(kind)) throw badRequest(memberPageCallMessages.notKind)
  if (kind !== null && !visibleKinds.includes(kind))
    throw forbidden(memberPageCallMessages.hiddenKind(timelineKinds[kind].label))
  const { id, email, storeId } = member as unknown as TimelineMember // A member has these fields.
  const page = await loadTimelinePage(
    platform,
    { id, email, storeId },
    {
      kinds: kind === null ? visibleKinds : [kind],
      after: query.get('after'),
      limit: parsePageLimit(query),
    },
  )
  const body: MemberTimelinePage = { ...page, kinds: visibleKinds }
  return { status: 200, body }
}

const nullableText = nullableSchema(stringSchema)
const nullableInteger = nullableSchema(integerSchema)

export const timelineCall: Call = {
  kind: 'read',
  permission: `${members.permission}:read`,
  method: 'get',
  path: '/members/:id/timeline',
  summary:
    'List what happened to a member, newest first: orders, payments, credits, gift cards, emails, sign-ins, moves, changes, and comments. Kinds that need another permission are left out.',
  query: [
    {
      name: 'kind',
      description: 'Return only this kind of entry',
      schema: { type: 'string', enum: kinds },
    },
    ...pageParameters,
  ],
  success: {
    status: 200,
    schema: objectSchema({
      data: arraySchema(
        objectSchema({
          source: { type: 'string', enum: timelineSources },
          id: integerSchema,
          at: instantSchema,
          recordId: nullableInteger,
          title: nullableText,
          status: nullableText,
          amount: nullableInteger,
          unit: nullableText,
          balance: nullableInteger,
          reason: nullableText,
          actor: nullableText,
          details: { type: 'object' },
        }),
      ),
      next: nullableText,
      kinds: arraySchema({ type: 'string', enum: kinds }),
    }),
  },
  handler: handleLoadTimeline,
}
