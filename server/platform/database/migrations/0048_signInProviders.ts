import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToSearch } from './searchEntries.ts'
import {
  createTable,
  day,
  integrationColumns,
  longText,
  optional,
  recordColumns,
  searchText,
  secret,
  text,
  textList,
  toggle,
  unique,
} from './tables.ts'

/** OpenID providers of operators, and the accounts that signed in with them. */
export const signInProviders: Migration = {
  async up(db) {
    await createTable(db, 'sign_in_providers', {
      ...recordColumns,
      name: unique(text),
      issuer: optional(text),
      client_id: optional(text),
      client_secret: secret,
      secret_expires_on: optional(day),
      scopes: textList,
      email_domains: textList,
      trust_emails: toggle,
      groups_claim: optional(text),
      group_rules: optional(longText),
      acr_values: textList,
      amr_values: textList,
      search_text: searchText('name', 'issuer'),
      ...integrationColumns,
    })
    await sql`
      create unique index sign_in_providers_name_same on sign_in_providers (same_text(name));

      create table operator_identities (
        provider_id integer not null references sign_in_providers (id) on delete cascade,
        subject text collate "C" not null,
        user_id integer not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        primary key (provider_id, subject),
        unique (provider_id, user_id)
      );
      create index operator_identities_user_id_idx on operator_identities (user_id);

      alter table sign_on_flows
        add column provider_id integer references sign_in_providers (id) on delete cascade,
        drop constraint sign_on_flows_check,
        add constraint sign_on_flows_check
          check (num_nonnulls(sign_on_id, member_sign_on_id, provider_id) = 1);
      create index sign_on_flows_provider_id_idx on sign_on_flows (provider_id, begun_at);

      create trigger mark_alerts after insert or delete or update of name, state on sign_in_providers
        for each statement execute function mark_alerts();
    `.execute(db)
    await addToSearch(db, {
      table: 'sign_in_providers',
      resource: 'signInProviders',
      title: 'folded(name)',
    })
  },
}
