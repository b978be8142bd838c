import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A token counts for the console or for a store. An account whose kind changes loses its tokens and links in the same
 * transaction.
 */
export const tokenAudience: Migration = {
  async up(db) {
    await sql`alter table tokens add column audience text collate "C" not null default 'store'
      check (audience in ('console', 'store'))`.execute(db)
    await sql`update tokens set audience = 'console'
      from users where users.id = tokens.user_id and s_identifier = 1`.execute(db)
    await sql`alter table tokens alter column audience drop default`.execute(db)
    await sql`create function end_sessions() returns trigger language plpgsql as $$ begin
      delete from tokens where user_id = new.id;
      update account_links set state = 'withdrawn' where user_id = new.id and state = 'open';
      return null; end $$`.execute(db)
    await sql`create trigger users_kind after update of s_identifier, store_id on users
      for each row when (old.s_identifier <> new.s_identifier or old.store_id <> new.store_id)
      execute function end_sessions()`.execute(db)
  },
}
