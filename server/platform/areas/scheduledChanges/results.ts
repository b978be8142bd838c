import { sql } from 'kysely'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import type { ScheduleJobResult } from '#shared/areas/scheduledChanges/scheduleCalls.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { notFound } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const jobResultSchema = nullableSchema(
  objectSchema({
    counts: { type: 'object', additionalProperties: integerSchema },
    rows: arraySchema(
      objectSchema({
        label: stringSchema,
        targetId: nullableSchema(integerSchema),
        outcome: nullableSchema(stringSchema),
        sentence: nullableSchema(stringSchema),
      }),
    ),
  }),
)
export const resultsSchema = objectSchema({ start: jobResultSchema, end: jobResultSchema })

const maxRows = 100

type JobIds = { jobId: number | null; undoJobId: number | null; storeIds: number[] }

/** GET /scheduledChanges/ID/results: for accounts that see all of its stores. */
export async function handleLoadResults(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const id = parseRecordId(scheduledChanges, request)
  const record = await loadRecord(db, limitToCaller(caller, scheduledChanges), id)
  const { rows } = await sql<JobIds>`
    select job_id, undo_job_id, store_ids from scheduled_changes where id = ${record.id}`.execute(
    db,
  )
  const [change] = rows
  const { storeIds } = caller
  if (!change || (storeIds && !change.storeIds.every((one) => storeIds.includes(one))))
    throw notFound(scheduledChanges.title.one)
  const body = {
    start: await loadJobResult(db, change.jobId),
    end: await loadJobResult(db, change.undoJobId),
  }
  return { status: 200, body }
}

async function loadJobResult(
  db: Connection,
  jobId: number | null,
): Promise<ScheduleJobResult | null> {
  if (jobId === null) return null
  const { rows: counts } = await sql<{ state: string; count: number }>`
    select coalesce(outcome, 'waiting') as state, count(*)::int as count from job_rows
    where job_id = ${jobId} group by 1`.execute(db)
  const { rows } = await sql<ScheduleJobResult['rows'][number]>`
    select label, target_id, outcome, sentence from job_rows
    where job_id = ${jobId} and outcome in ('refused', 'failed') order by id limit ${maxRows}`.execute(
    db,
  )
  return { counts: Object.fromEntries(counts.map(({ state, count }) => [state, count])), rows }
}
