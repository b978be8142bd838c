import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Lets the logs be searched by what changed. These are indexes of expressions, because a new column would write
 * millions of chained entries again. `list/changedFields.ts` uses the same expressions. Entries that write or delete
 * whole records are left out: they would be found by every field. A million entries take about half a minute.
 */
export const changedFields: Migration = {
  async up(db) {
    const isChange = `event !~ '[.](created|deleted|restored)$'`
    await sql`create function log_field_names(changes jsonb) returns text
      language sql immutable parallel safe as ${sql.lit(
        `select string_agg(key collate "C", ', ' order by key collate "C") from jsonb_object_keys(changes) as key`,
      )}`.execute(db)
    await sql`create function log_field_keys(event text, target_type text, changes jsonb) returns text[]
      language sql immutable parallel safe as ${sql.lit(
        `select case when ${isChange} then (
          select array_agg(coalesce(target_type, '') || '.' || key) from jsonb_object_keys(changes) as key) end`,
      )}`.execute(db)
    // Names and values as JSON. IDs in lists are left out, because operators of some stores don't learn of others.
    await sql`create function log_change_text(event text, changes jsonb) returns text
      language sql immutable parallel safe as ${sql.lit(
        `select case when ${isChange} and changes <> '{}' then
          regexp_replace(left(changes::text, 4000), '\\[[0-9, ]+(\\]|$)', '', 'g') end`,
      )}`.execute(db)
    await sql`create index audit_field_keys_idx on audit
      using gin (log_field_keys(event, target_type, changes))`.execute(db)
    await sql`create index audit_change_text_idx on audit
      using gin (folded(log_change_text(event, changes)) gin_trgm_ops)`.execute(db)
    const columns =
      sql.raw(`id, time, severity, stream, event, actor, label, result, ip, request_id,
      target_type, target_id, fault, changes, cause, search_text`)
    const names = sql.raw('(log_field_names(changes) collate "C") as changed_fields')
    await sql`create or replace view log_entries as
      select ${columns}, store_id, ${names} from audit where store_id is not null`.execute(db)
    await sql`create or replace view platform_log_entries as
      select ${columns}, ${names} from audit where store_id is null`.execute(db)
  },
}
