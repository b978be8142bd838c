import { sql } from 'kysely'
import type { HistoryEntry } from '#shared/engine/integrations/tests.ts'
import type { Caller } from '../auth/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import type { ChangeQuery } from '../http/eventStream.ts'
import type { Platform } from '../platform/platform.ts'
import { scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Integration } from './integration.ts'

/** So many entries are told; checks that found what the one before them did are left out. */
const mostEntries = 50

/** GET /x/ID/tests */
export async function answerHistory(
  { resource }: Integration,
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const { id } = await readRecord(db, scopedTo(caller, resource), recordIdOf(resource, asked))
  return { status: 200, body: { data: await readHistory(db, resource.name, id) } }
}

async function readHistory(connection: Connection, resource: string, id: number) {
  const { rows } = await sql<HistoryEntry>`
    select id::int, what, version, actor, started_at, ended_at, outcome, sentence, steps from (
      select *, found is distinct from lag(found) over (partition by what in ('degraded', 'recovered') order by id) as is_other
      from integration_history, concat(what, outcome, sentence) as found
      where resource = ${resource} and record_id = ${id}) as entries
    where is_other or what <> 'check'
    order by id desc limit ${mostEntries}`.execute(connection)
  return rows
}

async function lastTest(connection: Connection, resource: string, id: number) {
  const { rows } = await sql<HistoryEntry>`
    select id::int, what, version, actor, started_at, ended_at, outcome, sentence, steps from integration_history
    where resource = ${resource} and record_id = ${id} and what in ('test', 'signIn')
    order by id desc limit 1`.execute(connection)
  return rows[0] ?? null
}

/** GET /x/ID/tests/events: the last test whenever a step of it ended, and `end` with the whole. */
export async function answerTestEvents(
  { resource }: Integration,
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const readVisible = () => readRecord(db, scopedTo(caller, resource), recordIdOf(resource, asked))
  const { id } = await readVisible()
  const look = async () => {
    await readVisible()
    const test = await lastTest(db, resource.name, id)
    const ended = test?.steps.filter(({ outcome }) => outcome !== null).length ?? 0
    return {
      state: `${test?.id ?? 0}-${test?.outcome ?? 'none'}-${ended}`,
      data: test,
      isEnded: test?.outcome !== 'running',
    }
  }
  const events = {
    look,
    changes: testChanges,
    key: `${resource.name} ${id}`,
    lastEventId: asked.lastEventId,
  }
  return { status: 200, events }
}

/** Differs after each step of the last test of a record; keys are `RESOURCE ID`. */
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
