import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The host of all stores is a setting with a row of its own (stores/domains/storeHost.ts); a trigger writes each store's whole address. */
export const storeAddress: Migration = {
  async up(db) {
    await sql`create table store_host (host text collate "C" not null)`.execute(db)
    await sql`insert into store_host values ('')`.execute(db)
    await sql`alter table stores alter column primary_domain drop expression`.execute(db)
    await sql`create function write_store_address() returns trigger language plpgsql as ${sql.lit(
      `begin
        new.primary_domain := coalesce(new.domain,
          concat_ws('.', new.subdomain, (select nullif(host, '') from store_host)));
        return new;
      end`,
    )}`.execute(db)
    await sql`create trigger store_address before insert or update of domain, subdomain on stores
      for each row execute function write_store_address()`.execute(db)
    // Also where rows are put in with triggers off: no store is without an address.
    await sql`alter table stores enable always trigger store_address`.execute(db)
  },
}
