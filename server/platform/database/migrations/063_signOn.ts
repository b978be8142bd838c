import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIntegrationTable } from './060_integrations.ts'

const adminSignOnsTable = addIntegrationTable('adminSignOns', {
  text: [
    'name',
    'metadataUrl?',
    'entityId?',
    'ssoUrl?',
    'issuer?',
    'clientId?',
    'emailClaim?',
    'firstNameClaim?',
    'lastNameClaim?',
    'groupsClaim?',
  ],
  longText: ['certificate?', 'nextCertificate?', 'groupRules?', 'signingCertificate?'],
  select: ['protocol', 'preset', 'nameIdFormat', 'enforcement'],
  integer: ['clockSkew'],
  toggle: ['signRequests', 'wantAssertionsSigned', 'provision'],
  list: ['scopes', 'emailDomains'],
  secret: ['clientSecret', 'signingKey'],
  reference: ['storeId', 'defaultGroupId?', 'breakGlassId?'],
  to: { storeId: 'stores', defaultGroupId: 'userGroups', breakGlassId: 'users' },
  unique: [['storeId']],
  search: ['name'],
})

export const signOn: Migration = {
  async up(db) {
    await adminSignOnsTable.up(db)
    await sql`alter table admin_sign_ons
      drop constraint admin_sign_ons_store_id_fkey,
      add foreign key (store_id) references stores (id) on delete cascade,
      add column domain_token text collate "C" not null
        default replace(gen_random_uuid()::text, '-', '')`.execute(db)
    await sql`create table sign_on_flows (
      state text collate "C" primary key,
      sign_on_id integer not null references admin_sign_ons on delete cascade,
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
      claims jsonb
    )`.execute(db)
    await sql`create index sign_on_flows_sign_on_id_idx on sign_on_flows (sign_on_id, begun_at)`.execute(
      db,
    )
    await sql`create table sign_on_assertions (
      sign_on_id integer not null references admin_sign_ons on delete cascade,
      hash text collate "C" not null,
      expires_at timestamptz(3) not null,
      primary key (sign_on_id, hash)
    )`.execute(db)
  },
}
