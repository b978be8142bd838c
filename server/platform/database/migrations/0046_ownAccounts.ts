import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What an account's owner sees of it, its devices, and views of other accounts. */
export const ownAccounts: Migration = {
  async up(db) {
    await sql`
      -- Sign-ins have the email address as their actor, and no target.
      create index audit_actor_idx on audit (actor, time, id) where stream = 'security';

      -- Networks and browsers that signed in, for clients that keep no device token.
      create table sign_in_devices (
        user_id integer not null references users (id) on delete cascade,
        fingerprint text collate "C" not null,
        last_used_at timestamptz(3) not null,
        primary key (user_id, fingerprint)
      );

      -- A view shows another account in the name of a session, and ends with it.
      alter table tokens
        add column viewed_user_id integer references users (id) on delete cascade,
        add column session_id bigint references tokens (id) on delete cascade,
        add column expires_at timestamptz(3),
        add constraint tokens_view_check check (
          (viewed_user_id is null) = (session_id is null)
          and (viewed_user_id is null or expires_at is not null));
      create index tokens_viewed_user_id_idx on tokens (viewed_user_id)
        where viewed_user_id is not null;
      create index tokens_session_id_idx on tokens (session_id) where session_id is not null;

      -- Each call of a view is logged once.
      create table viewed_calls (
        token_id bigint not null references tokens (id) on delete cascade,
        call text collate "C" not null,
        primary key (token_id, call)
      );
    `.execute(db)
  },
}
