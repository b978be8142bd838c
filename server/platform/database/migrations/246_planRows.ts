import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { notNull, textType, textListType } from './tables.ts'

/** The rows of a plan, so that they can be read page by page. Plans that wait for their start keep theirs. */
export const planRows: Migration = {
  async up(db) {
    await db.schema
      .createTable('plan_rows')
      .addColumn('plan_id', 'integer', (column) =>
        column.notNull().references('bulk_plans.id').onDelete('cascade'),
      )
      .addColumn('place', 'integer', notNull)
      .addColumn('outcome', textType, notNull)
      .addColumn('target_id', 'integer')
      .addColumn('code', textType)
      .addColumn('label', textType, notNull)
      .addColumn('sentence', textType)
      .addColumn('input', 'jsonb')
      .addColumn('before', 'jsonb')
      .addColumn('becomes', 'jsonb')
      .addColumn('warns', textListType)
      .addPrimaryKeyConstraint('plan_rows_pkey', ['plan_id', 'place'])
      .execute()
    await sql`create index plan_rows_outcome_idx on plan_rows (plan_id, outcome, place)`.execute(db)
    await sql`alter table bulk_plans add column summary jsonb`.execute(db)
    await sql`
      insert into plan_rows (plan_id, place, outcome, target_id, label, sentence, input)
      select bulk_plans.id, numbered.place, coalesce(planned ->> 'outcome', 'change'), (planned ->> 'targetId')::integer,
        planned ->> 'label', planned ->> 'sentence', planned -> 'input'
      from bulk_plans, jsonb_array_elements(rows) with ordinality as numbered (planned, place)
      where job_id is null`.execute(db)
  },
}
