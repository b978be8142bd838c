import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearch, createRecordTable, notNull, textType } from './tables.ts'

/** How long logs are kept, and what stays of a chain where months went: the numbers `first` to `seq`, and the last hash. */
export const logRetention: Migration = {
  async up(db) {
    await createRecordTable(db, 'log_retention')
      .addColumn('reason', textType, notNull)
      .addColumn('months', 'integer')
      .execute()
    await addSearch(db, 'log_retention', ['reason'])
    await sql`insert into log_retention (reason, created_at, created_by, updated_at, updated_by)
      values ('Nobody has decided yet', now(), 'platform', now(), 'platform')`.execute(db)
    await sql`create table log_anchors (
      chain integer not null, first bigint not null, seq bigint not null, hash text collate "C" not null,
      until timestamptz(3) not null, key text collate "C" not null, signature text collate "C" not null,
      primary key (chain, seq))`.execute(db)
    await sql`select keep_append_only('log_anchors')`.execute(db)
  },
}
