import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIntegrationTable } from './060_integrations.ts'

const memberSignOnsTable = addIntegrationTable('memberSignOns', {
  text: [
    'name',
    'issuer',
    'clientId',
    'iosBundleId?',
    'teamId?',
    'androidPackage?',
    'memberIdClaim',
    'emailClaim?',
    'nameClaim?',
    'groupClaim?',
  ],
  integer: ['idMinutes', 'accessMinutes', 'refreshDays'],
  toggle: ['createMembers'],
  list: ['scopes', 'redirectUris', 'logoutUris', 'fingerprints'],
  reference: ['storeId', 'defaultGroupId?'],
  to: { storeId: 'stores', defaultGroupId: 'memberGroups' },
  unique: [['storeId']],
  search: ['name'],
})

/** How members sign in to the app of a store, and by which id their provider knows them. */
export const memberSignOn: Migration = {
  async up(db) {
    await memberSignOnsTable.up(db)
    await sql`alter table member_sign_ons
      drop constraint member_sign_ons_store_id_fkey,
      add foreign key (store_id) references stores (id) on delete cascade`.execute(db)
  },
}
