import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import type { NewJobRow } from '#server/platform/core/jobs/jobs.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'

/** Creates the table of `counting`, which gets a row each time that any process runs a job row. */
export const createCountsTable = sql`create table counts (row_id bigint not null, process integer not null)`

/**
 * A job kind that records each row that it runs. The label decides the outcome of a row. Only the
 * transaction prevents a row from running twice.
 */
export const countingJob = defineJob({
  name: 'counting',
  permission: 'Sizes:write',
  prepare: async (_platform, { label }) => {
    if (label === 'unprepared') throw new Error('It cannot be asked')
    return label.length
  },
  async perform({ trx, audit }, { id, label }, length) {
    if (length !== label.length) throw new Error('It was prepared for another one')
    await sql`insert into counts (row_id, process) values (${id}, ${process.pid})`.execute(trx)
    if (label === 'refused') throw new HttpError(409, 'wrong_state', 'It is held.')
    if (label === 'failing') throw new Error('secret words of the database')
    if (label === 'broken') await sql`select 1 / 0`.execute(trx)
    if (label === 'same') return { outcome: 'unchanged' }
    await audit({ event: 'counts.counted', target: { type: 'counts', id, label } })
    return { outcome: 'done', sentence: `Counted ${label}.` }
  },
})

/** Inserts a job with a row for each label, as `startJob` does. */
export async function insertJob(
  db: Kysely<Database>,
  labels: readonly string[],
  kind = 'counting',
) {
  const now = new Date().toISOString()
  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('jobs')
    .values({
      userId: user.id,
      kind,
      needs: countingJob.permission,
      title: 'Count',
      status: 'waiting',
      createdAt: now,
      createdBy: 'me',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows: NewJobRow[] = labels.map((label) => ({ targetId: null, label }))
  await sql`insert into job_rows (job_id, created_at, label) select ${id}, ${now}::timestamptz, label
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (label text)`.execute(db)
  return id
}

/** Returns the outcomes of all rows in order. */
export const getOutcomes = async (db: Kysely<Database>, job: number) =>
  (
    await db
      .selectFrom('jobRows')
      .select(['label', 'outcome', 'sentence'])
      .where('jobId', '=', job)
      .orderBy('id')
      .execute()
  ).map(({ label, outcome, sentence }) => [label, outcome, sentence])

export const getJobStatus = async (db: Kysely<Database>, job: number) =>
  (await db.selectFrom('jobs').select('status').where('id', '=', job).executeTakeFirst())?.status
