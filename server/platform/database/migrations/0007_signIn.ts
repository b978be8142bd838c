import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sessions, links in emails, and the nonces of Google's tokens, each of which counts once. */
export const signIn: Migration = {
  async up(db) {
    await sql`
      create table tokens (
        id bigint generated always as identity primary key,
        user_id integer not null references users (id) on delete cascade,
        hash text collate "C" not null unique,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3) not null,
        agent text collate "C",
        ip text collate "C",
        audience text collate "C" not null,
        store_id integer references stores (id) on delete cascade,
        constraint tokens_audience_check check (audience in ('console', 'store'))
      );
      create index tokens_user_id_idx on tokens (user_id);
      create index tokens_last_used_at_idx on tokens (last_used_at);

      create table account_links (
        user_id integer not null references users (id) on delete cascade,
        purpose text collate "C" not null,
        hash text collate "C" not null unique,
        state text collate "C" not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        made_by integer references users (id) on delete set null,
        primary key (user_id, purpose)
      );
      create index account_links_made_by_idx on account_links (made_by);

      create table google_nonces (
        hash text collate "C" primary key,
        expires_at timestamptz(3) not null
      );
    
      create function end_sessions() returns trigger language plpgsql as $$ begin
        delete from tokens where user_id = new.id;
        update account_links set state = 'withdrawn' where user_id = new.id and state = 'open';
        return null; end $$;
      create trigger users_kind after update of s_identifier, store_id on users
        for each row when (old.s_identifier <> new.s_identifier or old.store_id <> new.store_id)
        execute function end_sessions();
    `.execute(db)
  },
}
