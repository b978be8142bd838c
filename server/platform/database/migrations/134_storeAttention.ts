import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What needs attention in a store, so that lists filter by it; the platform keeps it with what needs attention. */
export const storeAttention: Migration = {
  async up(db) {
    await sql`alter table stores add column attention_ids integer[] not null default '{}'`.execute(
      db,
    )
    await sql`create index stores_attention_ids_idx on stores using gin (attention_ids)`.execute(db)
    await sql`update stores set attention_ids = told.ids
      from (
        select store_id, array_agg(id order by id) as ids
        from attention_items, unnest(store_ids) as store_id group by store_id) as told
      where stores.id = told.store_id`.execute(db)
  },
}
