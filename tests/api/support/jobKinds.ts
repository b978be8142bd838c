import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { defineJob } from '#server/platform/core/jobs/jobs.ts'
import type { NewJobRow } from '#server/platform/core/jobs/jobs.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'

/** What `counting` writes: a line for each time that a row is done, whoever does it. */
export const makeCounts = sql`create table counts (row_id bigint not null, process integer not null)`

/**
 * A kind of job that leaves a trace of each row that it does; labels decide what becomes of one. Nothing but its transaction
 * keeps a row from being done twice.
 */
export const counting = defineJob({
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

/** A job of `counting` with rows of these labels, as `startJob` keeps it. */
export async function newJob(db: Kysely<Database>, labels: readonly string[], kind = 'counting') {
  const now = new Date().toISOString()
  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('jobs')
    .values({
      userId: user.id,
      kind,
      needs: counting.permission,
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

/** What became of each row, in their order. */
export const outcomesOf = async (db: Kysely<Database>, job: number) =>
  (
    await db
      .selectFrom('jobRows')
      .select(['label', 'outcome', 'sentence'])
      .where('jobId', '=', job)
      .orderBy('id')
      .execute()
  ).map(({ label, outcome, sentence }) => [label, outcome, sentence])

export const statusOf = async (db: Kysely<Database>, job: number) =>
  (await db.selectFrom('jobs').select('status').where('id', '=', job).executeTakeFirst())?.status
