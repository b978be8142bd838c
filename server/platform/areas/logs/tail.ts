import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { ChangeQuery } from '#server/platform/core/http/eventStream.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { buildCondition } from '#server/platform/core/records/list/filters.ts'
import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'

/**
 * Entries get their IDs before their transactions end, so the last ones can have gaps. IDs missing
 * among this many are waited for.
 */
const lookBehindCount = 300

/**
 * All entries up to `last` have been checked, except the missing ones: these are still being
 * written, or were rolled back.
 */
type TailPosition = { last: number; missing: readonly number[] }

/**
 * GET /logEntries/events, /platformLogEntries/events: sends an event whenever there are new
 * entries. Its ID is the position reached.
 */
export async function watchLogEntries(
  name: string,
  request: ApiRequest,
  { db, now }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const resource = limitToCaller(caller, getResourceModule(name))
  const { query, problems } = parseListQuery(resource, request.query)
  if (problems[0] !== undefined) throw badRequest(`${problems[0]}.`)
  const rows = getVisibleRows(resource, resource.storeIds)
  const condition = await buildCondition(db, resource, query, now())
  const loadSince = async (before: TailPosition) => {
    const result = await sql<TailPosition & { count: number }>`
      with newest as (select coalesce(max(id), 0) as last from audit)
      select last, (select count(*) from ${rows} where ${buildNewEntryCondition(before)} and ${condition}) as count,
        to_json(array(
          select generate_series(greatest(last - ${lookBehindCount}, 0) + 1, last)
          except select id from audit where id > last - ${lookBehindCount})) as missing
      from newest`.execute(db)
    const [{ count, ...position } = { count: 0, ...before }] = result.rows
    return { count, seen: position }
  }
  let position = parsePosition(request.lastEventId) ?? (await loadSince(endPosition)).seen
  let state = formatPosition(position)
  /** Only events advance the ID. A reopened stream continues after the last event. */
  const loadSnapshot = async () => {
    const result = await loadSince(position)
    position = result.seen
    if (result.count > 0) state = formatPosition(position)
    return { state, data: { count: result.count }, isEnded: false }
  }
  const events = {
    loadSnapshot,
    changes: logChangeQuery,
    key: 'audit',
    lastEventId: state,
    event: 'entries',
  }
  return { status: 200, events }
}

/** Differs after each new entry, even if its transaction ends after that of a later entry. */
const logChangeQuery: ChangeQuery = {
  everyMs: 1000,
  async findMarks(db) {
    const { rows } = await sql<{ mark: string }>`
      with newest as (select coalesce(max(id), 0) as last from audit)
      select concat(last, '-', (select count(*) from audit where id > last - ${lookBehindCount})) as mark
      from newest`.execute(db)
    return new Map(rows.map(({ mark }) => ['audit', mark]))
  },
}

const endPosition: TailPosition = { last: Number.MAX_SAFE_INTEGER, missing: [] }

/** The lower bound looks redundant, but lets the query use an index. */
const buildNewEntryCondition = ({ last, missing }: TailPosition): RawBuilder<boolean> =>
  sql`(id >= ${Math.min(last, ...missing)} and (id > ${last} or id = any(${[...missing]}::bigint[])))`

/**
 * Formats a position as an event's ID: the last entry, and the distance of each missing one from
 * it.
 */
const formatPosition = ({ last, missing }: TailPosition) =>
  [last, ...missing.map((id) => last - id)].join('-')

function parsePosition(id: string | undefined): TailPosition | null {
  if (!/^\d{1,15}(-\d{1,3})*$/.test(id ?? '')) return null
  const [last = 0, ...distances] = (id ?? '').split('-').map(Number)
  return { last, missing: distances.slice(0, lookBehindCount).map((one) => last - one) }
}
