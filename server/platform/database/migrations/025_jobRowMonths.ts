import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Rows of jobs stand by the month of their job, so that they can grow without end (jobs/months.ts makes the months). */
export const jobRowMonths: Migration = {
  async up(db) {
    await sql`alter table job_rows rename to job_rows_before`.execute(db)
    await sql`drop index job_rows_outcome_idx`.execute(db)
    await sql`create sequence job_rows_ids`.execute(db)
    // Identity columns of such tables came with PostgreSQL 17.
    await sql`create table job_rows (
      id bigint not null default nextval('job_rows_ids'),
      job_id integer not null references jobs (id) on delete cascade,
      created_at timestamptz(3) not null,
      target_id integer,
      label text collate "C" not null,
      input jsonb,
      before jsonb,
      outcome text collate "C",
      sentence text collate "C",
      ended_at timestamptz(3),
      primary key (id, created_at)
    ) partition by range (created_at)`.execute(db)
    await sql`create table job_rows_rest partition of job_rows default`.execute(db)
    await sql`insert into job_rows (id, job_id, created_at, target_id, label, input, before, outcome, sentence, ended_at)
      select r.id, job_id, jobs.created_at, target_id, label, r.input, before, outcome, r.sentence, r.ended_at
      from job_rows_before as r join jobs on jobs.id = job_id`.execute(db)
    await sql`select setval('job_rows_ids', coalesce(max(id), 0) + 1, false) from job_rows`.execute(
      db,
    )
    await sql`drop table job_rows_before`.execute(db)
    await sql`create index job_rows_outcome_idx on job_rows (job_id, outcome, id)`.execute(db)
  },
}
