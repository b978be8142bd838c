import { sql } from 'kysely'
import type { Caller } from '../auth/tokens.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { CallResult } from '../http/call.ts'
import type { ChangeQuery, EventStream } from '../http/eventStream.ts'
import type { Platform } from '../platform/platform.ts'
import { parseJobId, loadJob } from './loadJobs.ts'

/**
 * GET /jobs/ID/events: sends `progress` whenever rows finish, and `end`, each with the job as in
 * GET /jobs/ID.
 */
export async function handleWatchJob(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const id = parseJobId(request)
  await loadJob(platform.db, id, caller)
  return { status: 200, events: createJobEvents(platform, id, caller, request.lastEventId) }
}

export const createJobEvents = (
  { db }: Pick<Platform, 'db'>,
  id: number,
  caller: Pick<Caller, 'id'>,
  lastEventId: string | undefined,
): EventStream => ({
  changes: jobChanges,
  key: String(id),
  lastEventId,
  async loadSnapshot() {
    const job = await loadJob(db, id, caller)
    const { status, rows } = job
    return {
      state: [status, ...Object.values(rows)].join('-'),
      data: job,
      isEnded: status !== 'waiting' && status !== 'running',
    }
  },
})

/** A mark changes whenever a job's status or a row's outcome does. Keys are job IDs. */
const jobChanges: ChangeQuery = {
  everyMs: 1000,
  async findMarks(db, keys) {
    const { rows } = await sql<{ key: string; mark: string }>`
      select id::text as key, concat(status, (
        select string_agg(concat(outcome, count), ' ' order by outcome) from (
          select outcome, count(*) from job_rows where job_id = jobs.id group by outcome) as counts)) as mark
      from jobs where id = any(${keys.map(Number)}::int[])`.execute(db)
    return new Map(rows.map(({ key, mark }) => [key, mark]))
  },
}
