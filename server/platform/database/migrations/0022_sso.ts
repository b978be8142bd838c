import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  text,
  longText,
  integer,
  toggle,
  day,
  textList,
  reference,
  secret,
  unique,
  optional,
  withDefault,
  searchText,
  recordColumns,
  integrationColumns,
  createTable,
} from './tables.ts'

/** Single sign-on of store admins and members, and the user groups that providers assign. */
export const sso: Migration = {
  async up(db) {
    await createTable(db, 'admin_sign_ons', {
      ...recordColumns,
      name: text,
      metadata_url: optional(text),
      entity_id: optional(text),
      sso_url: optional(text),
      issuer: optional(text),
      client_id: optional(text),
      email_claim: optional(text),
      first_name_claim: optional(text),
      last_name_claim: optional(text),
      groups_claim: optional(text),
      certificate: optional(longText),
      next_certificate: optional(longText),
      group_rules: optional(longText),
      signing_certificate: optional(longText),
      protocol: text,
      preset: text,
      name_id_format: text,
      enforcement: text,
      clock_skew: integer,
      sign_requests: toggle,
      want_assertions_signed: toggle,
      provision: toggle,
      scopes: textList,
      email_domains: textList,
      client_secret: secret,
      signing_key: secret,
      store_id: unique(reference('stores', 'cascade')),
      default_group_id: optional(reference('user_groups')),
      break_glass_id: optional(reference('users')),
      search_text: searchText('name'),
      ...integrationColumns,
      domain_token: withDefault(longText, "replace(gen_random_uuid()::text, '-', '')"),
      secret_expires_on: optional(day),
      trust_emails: withDefault(toggle, 'false'),
    })
    await createTable(db, 'member_sign_ons', {
      ...recordColumns,
      name: text,
      issuer: text,
      client_id: text,
      ios_bundle_id: optional(text),
      team_id: optional(text),
      android_package: optional(text),
      member_id_claim: text,
      email_claim: optional(text),
      name_claim: optional(text),
      group_claim: optional(text),
      id_minutes: integer,
      access_minutes: integer,
      refresh_days: integer,
      create_members: toggle,
      scopes: textList,
      redirect_uris: textList,
      logout_uris: textList,
      fingerprints: textList,
      store_id: unique(reference('stores', 'cascade')),
      default_group_id: optional(reference('member_groups')),
      search_text: searchText('name'),
      ...integrationColumns,
    })
    await sql`
      create table sign_on_assertions (
        sign_on_id integer not null references admin_sign_ons (id) on delete cascade,
        hash text collate "C" not null,
        expires_at timestamptz(3) not null,
        primary key (sign_on_id, hash)
      );

      create table sign_on_flows (
        state text collate "C" primary key,
        sign_on_id integer references admin_sign_ons (id) on delete cascade,
        purpose text collate "C" not null,
        version integer not null,
        actor text collate "C" not null,
        browser text collate "C" not null,
        request_id text collate "C" not null,
        nonce text collate "C" not null,
        verifier text collate "C" not null,
        begun_at timestamptz(3) not null,
        answered_at timestamptz(3),
        ended_at timestamptz(3),
        claims jsonb,
        member_sign_on_id integer references member_sign_ons (id) on delete cascade,
        constraint sign_on_flows_check check (num_nonnulls(sign_on_id, member_sign_on_id) = 1)
      );
      create index sign_on_flows_sign_on_id_idx on sign_on_flows (sign_on_id, begun_at);
      create index sign_on_flows_member_sign_on_id_idx on sign_on_flows (member_sign_on_id, begun_at);

      create table sso_groups (
        user_id integer not null references users (id) on delete cascade,
        store_id integer not null references stores (id) on delete cascade,
        group_id integer not null references user_groups (id) on delete cascade,
        sign_on_id integer not null references admin_sign_ons (id) on delete cascade,
        primary key (user_id, store_id, group_id)
      );
      create index sso_groups_group_id_idx on sso_groups (group_id);
      create index sso_groups_sign_on_id_idx on sso_groups (sign_on_id);
      create index sso_groups_store_id_idx on sso_groups (store_id);
    
      create function end_sso_groups() returns trigger language plpgsql as $$begin
        delete from sso_groups where user_id = new.id
          and (new.s_identifier <> 2 or not store_id = any(new.store_ids));
        return null; end$$;
      create trigger users_sso_groups after update of store_ids, s_identifier on users
        for each row when (old.store_ids is distinct from new.store_ids
          or old.s_identifier <> new.s_identifier) execute function end_sso_groups();
      create function end_moved_sso_groups() returns trigger language plpgsql as $$begin
        delete from sso_groups where sign_on_id = new.id and store_id <> new.store_id;
        return null; end$$;
      create trigger admin_sign_ons_sso_groups after update of store_id on admin_sign_ons
        for each row when (old.store_id <> new.store_id) execute function end_moved_sso_groups();
    `.execute(db)
  },
}
