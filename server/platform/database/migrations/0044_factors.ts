import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  addColumns,
  createTable,
  idList,
  instant,
  integer,
  optional,
  recordColumns,
  searchText,
  text,
  withDefault,
  withoutIndex,
} from './tables.ts'

/** Second factors of accounts, the challenges that ask for one, and who needs one. */
export const factors: Migration = {
  async up(db) {
    await sql`
      create table passkeys (
        id integer generated always as identity primary key,
        user_id integer not null references users (id) on delete cascade,
        name text collate "C" not null,
        credential_id text collate "C" not null unique,
        public_key text collate "C" not null,
        counter bigint not null,
        backup_eligible boolean not null,
        backed_up boolean not null,
        transports text[] collate "C" not null default '{}',
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      );
      create index passkeys_user_id_idx on passkeys (user_id);

      create table totp_secrets (
        id integer generated always as identity primary key,
        user_id integer not null unique references users (id) on delete cascade,
        secret_sealed text collate "C",
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        last_used_step bigint not null default 0
      );

      create table recovery_codes (
        id integer generated always as identity primary key,
        user_id integer not null references users (id) on delete cascade,
        hash text collate "C" not null,
        created_at timestamptz(3) not null,
        used_at timestamptz(3)
      );
      create index recovery_codes_user_id_idx on recovery_codes (user_id);

      create table sign_in_challenges (
        hash text collate "C" primary key,
        user_id integer references users (id) on delete cascade,
        kind text collate "C" not null,
        challenge text collate "C" not null,
        attempts integer not null default 0,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint sign_in_challenges_kind_check
          check (kind in ('signIn', 'enrollment', 'passkey', 'registration', 'stepUp'))
      );
      create index sign_in_challenges_user_id_idx on sign_in_challenges (user_id);
      create index sign_in_challenges_expires_at_idx on sign_in_challenges (expires_at);

      alter table tokens add column factor_confirmed_at timestamptz(3);
      update tokens set factor_confirmed_at = created_at;

      -- A password that has changed can't be completed with a second factor.
      create function end_challenges() returns trigger language plpgsql as $$ begin
        delete from sign_in_challenges where user_id = new.id;
        return null; end $$;
      create trigger users_challenges after update of password_hash, status, s_identifier on users
        for each row when (old.password_hash is distinct from new.password_hash
          or old.status <> new.status or old.s_identifier <> new.s_identifier)
        execute function end_challenges();
    `.execute(db)
    await addColumns(db, 'users', { second_factor: withDefault(text, "'none'") })
    await sql`
      create function refresh_second_factor() returns trigger language plpgsql as $$
        declare owner integer := coalesce(new.user_id, old.user_id);
        begin
          update users set second_factor = case
            when exists (select from passkeys where user_id = owner) then 'passkey'
            when exists (select from totp_secrets where user_id = owner and confirmed_at is not null)
              then 'totp'
            else 'none' end
          where id = owner;
          return null; end $$;
      create trigger passkeys_second_factor after insert or delete on passkeys
        for each row execute function refresh_second_factor();
      create trigger totp_secrets_second_factor after insert or update of confirmed_at or delete
        on totp_secrets for each row execute function refresh_second_factor();
    `.execute(db)
    await createTable(db, 'second_factor_policies', {
      ...recordColumns,
      demand: text,
      group_ids: withDefault(idList, "'{}'"),
      grace_days: integer,
      reason: text,
      demanded_since: optional(withoutIndex(instant)),
      search_text: searchText('reason'),
    })
    await sql`
      insert into second_factor_policies (demand, grace_days, reason, created_at, created_by, updated_at, updated_by)
        values ('off', 14, 'Default of the platform', now(), 'platform', now(), 'platform');
    `.execute(db)
  },
}
