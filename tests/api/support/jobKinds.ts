import { sql } from 'kysely'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/** What `counting` writes: a line for each time that a row is done, whoever does it. */
export const makeCounts = sql`create table counts (row_id bigint not null, process integer not null)`

/**
 * A kind of job that leaves a trace of each row that it does; labels decide what becomes of one. Nothing but its transaction
 * keeps a row from being done twice.
 */
export const counting = defineJob({
  name: 'counting',
  prepare: async (_platform, { label }) => {
    if (label === 'unprepared') throw new Error('It cannot be asked')
    return label.length
  },
  async perform({ trx, audit }, { id, label }, length) {
    if (length !== label.length) throw new Error('It was prepared for another one')
    await sql`insert into counts (row_id, process) values (${id}, ${process.pid})`.execute(trx)
    if (label === 'refused')
      throw new Refusal(409, 'wrong_state', 'Not now', { detail: 'It is held.' })
    if (label === 'failing') throw new Error('secret words of the database')
    if (label === 'broken') await sql`select 1 / 0`.execute(trx)
    if (label === 'same') return { outcome: 'unchanged' }
    await audit({ event: 'counts.counted', target: { type: 'counts', id, label } })
    return { outcome: 'done', sentence: `Counted ${label}.` }
  },
})
