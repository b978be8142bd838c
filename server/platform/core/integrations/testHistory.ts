import { sql } from 'kysely'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import type { Caller } from '../auth/tokens.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult } from '../http/call.ts'
import type { ChangeQuery } from '../http/eventStream.ts'
import type { Platform } from '../platform/platform.ts'
import { limitToCaller } from '../records/storeScope.ts'
import { loadRecord } from '../records/loadRecord.ts'
import { parseRecordId } from '../records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration } from './integration.ts'

/**
 * The maximum number of history entries shown. Checks with the same result as the one before are
 * left out.
 */
const maxHistoryEntries = 50

/** GET /x/ID/tests */
export async function listIntegrationHistory(
  { resource }: Integration,
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { id } = await loadRecord(
    db,
    limitToCaller(caller, resource),
    parseRecordId(resource, request),
  )
  return { status: 200, body: { data: await loadTestHistory(db, resource.name, id) } }
}

async function loadTestHistory(connection: Connection, resource: string, id: number) {
  const { rows } = await sql<TestHistoryEntry>`
    select id::int, what, version, actor, started_at, ended_at, outcome, sentence, steps from (
      select *, found is distinct from lag(found) over (partition by what in ('degraded', 'recovered') order by id) as is_other
      from integration_history, concat(what, outcome, sentence) as found
      where resource = ${resource} and record_id = ${id}) as entries
    where is_other or what <> 'check'
    order by id desc limit ${maxHistoryEntries}`.execute(connection)
  return rows
}

async function findLastTest(connection: Connection, resource: string, id: number) {
  const { rows } = await sql<TestHistoryEntry>`
    select id::int, what, version, actor, started_at, ended_at, outcome, sentence, steps from integration_history
    where resource = ${resource} and record_id = ${id} and what in ('test', 'signIn')
    order by id desc limit 1`.execute(connection)
  return rows[0] ?? null
}

/**
 * GET /x/ID/tests/events: sends the last test whenever a step ends, and `end` when it's complete.
 */
export async function watchTest(
  { resource }: Integration,
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const loadVisibleRecord = () =>
    loadRecord(db, limitToCaller(caller, resource), parseRecordId(resource, request))
  const { id } = await loadVisibleRecord()
  const loadSnapshot = async () => {
    await loadVisibleRecord()
    const test = await findLastTest(db, resource.name, id)
    const ended = test?.steps.filter(({ outcome }) => outcome !== null).length ?? 0
    return {
      state: `${test?.id ?? 0}-${test?.outcome ?? 'none'}-${ended}`,
      data: test,
      isEnded: test?.outcome !== 'running',
    }
  }
  const events = {
    loadSnapshot,
    changes: testChanges,
    key: `${resource.name} ${id}`,
    lastEventId: request.lastEventId,
  }
  return { status: 200, events }
}

/** A mark changes after each step of a record's last test. Keys are `RESOURCE ID`. */
const testChanges: ChangeQuery = {
  everyMs: 300,
  async findMarks(db, keys) {
    const { rows } = await sql<{ key: string; mark: string }>`
      select key, (select concat(id, outcome, md5(steps::text)) from integration_history
        where resource = split_part(key, ' ', 1) and record_id = split_part(key, ' ', 2)::int
          and what in ('test', 'signIn')
        order by id desc limit 1) as mark
      from unnest(${[...keys]}::text[]) as key`.execute(db)
    return new Map(rows.map(({ key, mark }) => [key, mark]))
  },
}
