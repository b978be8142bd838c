import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What keeps stores from being ready, so that lists filter by it; what fails they filter by already. */
export const missing: Migration = {
  async up(db) {
    await sql`create function missing_of(checks jsonb, failing text[]) returns text[]
      language sql immutable as ${sql.lit(
        `select coalesce(array_agg(item ->> 'key' order by place), '{}')
         from jsonb_array_elements(checks) with ordinality as one (item, place)
         where not (item ->> 'ok')::boolean and not (item ->> 'key') = any(failing)`,
      )}`.execute(db)
    // A generated column cannot read another: as 017_preferences.ts tells which fail.
    const failing = ['mail', 'sign_on', 'payment', 'gift', 'print'].map(
      (kind) =>
        `case when ${kind}_state = 'degraded' then '${kind === 'sign_on' ? 'signOn' : kind}' end`,
    )
    await sql`alter table stores add column missing text[] collate "C" generated always as (
      missing_of(readiness_checks, array_remove(array[${sql.raw(failing.join(', '))}]::text[], null)))
      stored not null`.execute(db)
    await sql`create index stores_missing_idx on stores using gin (missing)`.execute(db)
  },
}
