import { flattenSchema } from '#tests/support/flattenSchema.ts'
import type { JsonSchema } from '#tests/support/flattenSchema.ts'
import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { integer, optional, reference, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/field.ts'
import { defineResource, getSortableColumns } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { getBulkActions } from '#shared/areas/bulkActions.ts'
import { scheduledChanges } from '#shared/areas/scheduledChanges/scheduledChanges.ts'
import { alertDeliveries } from '#shared/areas/alertChannels/alertDeliveries.ts'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import { disputes } from '#shared/areas/payments/disputes.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import { resources } from '#shared/areas/index.ts'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import * as columns from '#server/platform/database/migrations/tables.ts'
import { isScopedByStoreIds } from '#server/platform/core/records/storeScope.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { ApiResult, Caller } from '#tests/api/support/calling.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'
import { databases, getShare, usePlatform } from '#tests/api/support/databases.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'

/** A test resource within a store that supports every write, and its parts. */
const papers = defineResource({
  name: 'papers',
  title: { one: 'paper', many: 'papers' },
  about: 'Papers of a store.',
  permission: 'Sizes',
  fields: {
    name: text('Name', { max: 40 }),
    storeId: optional(reference('Store', 'stores')),
    colorId: optional(reference('Color', 'colors')),
    organisationId: optional(reference('Organization', 'organisations')),
    position: optional(integer('Position', { min: 1, max: 1000 })),
  },
  list: { columns: ['name'], search: ['name', 'storeId', 'organisationId'], position: 'position' },
  relations: { scope: 'storeId' },
})
registerResources([papers])
const sheets = defineResource({
  name: 'sheets',
  path: '/papers/:paperId/sheets',
  title: { one: 'sheet', many: 'sheets' },
  about: 'Sheets of a paper.',
  permission: 'Sizes',
  fields: { name: text('Name', { max: 40 }), paperId: reference('Paper', { name: 'papers' }) },
  list: { columns: ['name'], search: ['name'] },
  relations: { parent: 'paperId' },
})
const paperColumns = {
  ...columns.recordColumns,
  name: columns.text,
  store_id: columns.optional(columns.integer),
  color_id: columns.optional(columns.integer),
  organisation_id: columns.optional(columns.integer),
  position: columns.optional(columns.integer),
  search_text: columns.searchText('name'),
}
const sheetColumns = {
  ...columns.recordColumns,
  name: columns.text,
  paper_id: columns.integer,
  search_text: columns.searchText('name'),
}
const testArea = { name: 'papers', resources: [papers, sheets] }
const definitions: readonly Resource[] = [...resources, papers, sheets]

/**
 * SQL conditions for the records that belong to stores; a resource that isn't listed belongs to no
 * store.
 */
const storeConditions: Record<string, string> = {
  stores: 'id = any($stores)',
  members: 'store_id = any($stores)',
  memberGroups: 'store_id = any($stores)',
  creditEntries: 'store_id = any($stores)',
  creditRequests: 'store_id = any($stores)',
  creditLiabilities: 'store_id = any($stores)',
  paymentAttempts: 'store_id = any($stores)',
  orders: 'store_id = any($stores)',
  disputes: 'store_id = any($stores)',
  paymentRefunds: 'store_id = any($stores)',
  incidents: 'id in (select incident_id from incident_stores where store_id = any($stores))',
  attentionItems: 'store_ids && $stores',
  deadlines: 'store_ids && $stores',
  alertDeliveries: 'store_ids && $stores',
  scheduledChanges: 'store_ids && $stores',
  logEntries: 'store_id = any($stores)',
  platformLogEntries: 'false',
  // All but an account's own keys, of which it has none.
  apiKeys: 'false',
  webhookSubscriptions: 'false',
  webhookDeliveries: 'false',
  mails: 'store_id = any($stores)',
  giftCards: 'store_id = any($stores)',
  products: 'store_id = any($stores)',
  adminSignOns: 'store_id = any($stores)',
  memberSignOns: 'store_id = any($stores)',
  users: 'not all_stores and store_ids && $stores',
  stickers: `store_ids = '{}' or store_ids && $stores`,
  trainingCategories: `store_ids = '{}' or store_ids && $stores`,
  trainingContent: `category_id in (
    select id from training_categories where store_ids = '{}' or store_ids && $stores)`,
  giftCardTemplates: `store_ids = '{}' or store_ids && $stores`,
  papers: 'store_id = any($stores)',
  sheets: 'paper_id in (select id from papers where store_id = any($stores))',
  organisations: `id in (select organisation_id from stores where id = any($stores))
    or id not in (select organisation_id from stores where organisation_id is not null)`,
}

test('only accounts for all stores write resources that apply to all stores if they list none', () => {
  const withStoreReferences = resources.filter(({ fields }) =>
    Object.values(fields).some(
      ({ kind, target: to }) => kind === 'references' && to?.name === 'stores',
    ),
  )
  const unlisted = withStoreReferences
    .filter((one) => !isScopedByStoreIds(one))
    .map(({ name }) => name)
  // Accounts and their groups have their own rules; accounts for all stores set up the others.
  expect(unlisted.toSorted()).toEqual([
    'giftCardSetup',
    'paymentSetups',
    'themeVersions',
    'userGroups',
    'users',
  ])
})

/** Calls that no rule below covers, with the place of their test or why they need none. */
const exemptCalls: Record<string, string> = {
  ...Object.fromEntries(
    definitions
      .filter((one) => getBulkActions(one).length > 0)
      .flatMap(({ name }) => [
        [
          `post /${name}/bulk/plan`,
          'the records of the list: tests/api/core/bulk/bulkActions.test.ts',
        ],
        [`post /${name}/bulk`, 'plans of one account: tests/api/core/bulk/bulkActions.test.ts'],
      ]),
  ),
  ...Object.fromEntries(
    definitions.flatMap((one) =>
      findStoreList(one)
        ? ['get', 'post', 'plan'].map((kind) => [
            kind === 'plan'
              ? `post /${one.name}/{id}/stores/plan`
              : `${kind} /${one.name}/{id}/stores`,
            'stores that the account sees: tests/api/areas/stores/storeLists.test.ts',
          ])
        : [],
    ),
  ),
  'get /alertLinks/{token}': 'an alert that the account sees: alertLinks.test.ts',
  'post /alertLinks/check': 'anyone with the link',
  'post /alertLinks/respond': 'anyone with the link, within the stores of its operator',
  'get /apiKeys/{id}': "an account's own keys: tests/api/areas/apiKeys/apiKeys.test.ts",
  'get /apiKeys/{id}/history': "an account's own keys",
  'get /webhookSubscriptions/{id}':
    'for accounts for all stores: tests/api/areas/webhooks/webhooks.test.ts',
  'get /webhookSubscriptions/{id}/history': 'for accounts for all stores',
  'get /webhookSubscriptions/{id}/uses': 'for accounts for all stores',
  'patch /webhookSubscriptions/{id}': 'for accounts for all stores',
  'delete /webhookSubscriptions/{id}': 'for accounts for all stores',
  'post /webhookSubscriptions/{id}/restore': 'for accounts for all stores',
  'get /webhookDeliveries/{id}': 'for accounts for all stores',
  'get /webhookDeliveries/{id}/history': 'for accounts for all stores',
  'get /apiKeys/own': 'keys of one account: tests/api/areas/apiKeys/apiKeys.test.ts',
  'get /apiKeys/{id}/details': 'finds only what the list shows, and own keys',
  'post /apiKeys': 'keys of one account, for its own stores',
  'patch /apiKeys/{id}': 'keys of one account',
  'post /apiKeys/{id}/rotate': 'keys of one account',
  'post /apiKeys/{id}/revoke': 'finds only what the list shows, and own keys',
  'get /comments': 'comments on records that the account sees: comments.test.ts',
  'post /comments': 'like reading comments',
  'put /comments/{id}': 'like reading comments; only by the author',
  'delete /comments/{id}': 'like reading comments; only by the author',
  'post /auth/login': 'any account can sign in',
  'post /auth/logout': 'one account',
  'post /auth/devices/check': 'a device, before sign-in',
  'post /auth/view': 'a user whom the account sees, in the stores of both: views.test.ts',
  'get /account': 'one account',
  'patch /account': 'one account',
  'get /account/sessions': 'one account',
  'delete /account/sessions': 'one account',
  'delete /account/sessions/{id}': 'one account',
  'get /account/securityEvents': 'one account',
  'delete /account/passkeys/{id}': 'one account',
  'delete /account/totp': 'one account',
  'get /account/factors': 'one account',
  'patch /account/passkeys/{id}': 'one account',
  'post /account/passkeys': 'one account',
  'post /account/passkeys/options': 'one account',
  'post /account/recoveryCodes': 'one account',
  'post /account/totp': 'one account',
  'post /account/totp/confirmation': 'one account',
  'get /auth/providers': 'names of providers',
  'post /auth/providers/callback': 'signs in',
  'post /auth/providers/{id}/start': 'signs in',
  'post /auth/passkey': 'one account',
  'post /auth/passkey/options': 'one account',
  'post /auth/secondFactor': 'one account',
  'post /auth/stepUp': 'one account',
  'post /auth/stepUp/options': 'one account',
  'get /users/roles/details': 'one account',
  'put /users/changePassword': 'one account',
  'get /notificationPreferences': 'one account',
  'patch /notificationPreferences': 'one account',
  'post /digests/unsubscribe': 'one account',
  'post /userGroups/{id}/replacement': 'groups affect operators of all stores: userGroups.test.ts',
  'get /permissions':
    'all permissions, with the users that the account sees: permissionCatalogue.test.ts',
  'post /users/invitations': 'an account grants only its own stores: users.test.ts',
  'delete /users/{id}/sessions/{session}': 'like all sessions of the account: users.test.ts',
  'post /invitations/check': 'anyone with the link',
  'post /invitations/accept': 'anyone with the link',
  'get /preferences/{name}': 'one account',
  'put /preferences/{name}': 'one account',
  'get /search':
    'records that the lists of the account show: tests/api/areas/search/search.test.ts',
  'get /calendarFeed': 'one account: tests/api/areas/calendar/calendarFeed.test.ts',
  'post /calendarFeed': 'one account',
  'delete /calendarFeed': 'one account',
  'get /calendarFeed/events': 'deadlines that the owner sees: calendarFeed.test.ts',
  'get /views':
    'views of one account, with counts from the list: tests/api/core/views/views.test.ts',
  'post /views': 'views of one account',
  'patch /views/{id}': 'views of one account',
  'delete /views/{id}': 'views of one account',
  'get /openapi.json': 'the list of calls',
  'post /files': 'a file without a record',
  'get /files/{id}': 'like the records that use it: files.test.ts',
  'get /files/{id}/thumbnail': 'like the file',
  'get /stores/host': "the platform's host",
  'get /stores/overrides': 'stores that the account sees: blueprints.test.ts',
  'get /blueprints/{id}/differences': 'stores that the account sees: blueprints.test.ts',
  'get /stores/available': 'codes and domains are unique across all stores: tested below',
  'get /logChains/{chain}/verification': 'tests/api/areas/logs/logChain.test.ts',
  'get /logChains/{chain}/checkpoints/export': 'like the verification',
  'get /logChains/0/verification':
    'the log of the platform: tests/api/areas/logs/platformLogs.test.ts',
  'get /logChains/0/checkpoints/export': 'like the verification',
  'get /platformLogEntries/{id}':
    'none for accounts limited to stores: tests/api/areas/logs/platformLogs.test.ts',
  'get /platformLogEntries/events': 'counts from the list',
  'post /platformLogEntries/{id}/reveal':
    'none for accounts limited to stores: tests/api/areas/payments/personalData.test.ts',
  'get /logEntries/events': 'counts from the list',
  'get /audit': 'entries, not records: tested below',
  'get /jobs': 'jobs of one account',
  'get /jobs/{id}': 'jobs of one account',
  'get /jobs/{id}/rows': 'jobs of one account',
  'get /jobs/{id}/rows/export': 'jobs of one account',
  'get /jobs/{id}/events': 'jobs of one account',
  'post /jobs/{id}/cancel': 'jobs of one account',
  'post /jobs/{id}/retry': 'jobs of one account',
  'post /jobs/{id}/undo': 'jobs of one account',
  'post /stores/checks':
    "rows of a job, for the starting account's stores: tests/api/core/jobs/jobCalls.test.ts",
  'get /trainingCategories/{id}/completion':
    'members of stores: tests/api/areas/training/training.test.ts',
  'post /trainingCategories/{id}/duplicate': 'creates one like its POST',
  'get /colors/nearDuplicates': 'open to all accounts',
  'post /cognitoSetup/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /cognitoSetup/{id}/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /alertChannels/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /alertChannels/{id}/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /alertChannels/{id}/test':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /alertChannels/{id}/tests':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /alertChannels/{id}/tests/events':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'post /alertChannels/{id}/state':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /signInProviders/{id}': 'open to all accounts',
  'get /signInProviders/{id}/history': 'open to all accounts',
  'post /signInProviders/typedTest':
    'for accounts for all stores: tests/api/areas/sso/signInProviders.test.ts',
  'post /signInProviders/{id}/typedTest':
    'for accounts for all stores: tests/api/areas/sso/signInProviders.test.ts',
  'post /signInProviders/{id}/test':
    'for accounts for all stores: tests/api/areas/sso/signInProviders.test.ts',
  'post /signInProviders/{id}/testSignIn':
    'for accounts for all stores: tests/api/areas/sso/signInProviders.test.ts',
  'get /signInProviders/{id}/tests':
    'for accounts for all stores: tests/api/areas/sso/signInProviders.test.ts',
  'get /signInProviders/{id}/tests/events':
    'for accounts for all stores: tests/api/areas/sso/signInProviders.test.ts',
  'post /signInProviders/{id}/state':
    'for accounts for all stores: tests/api/areas/sso/signInProviders.test.ts',
  'get /alertRules/{id}/preview':
    'shows alerts of its stores: tests/api/areas/alertChannels/alertChannels.test.ts',
  'post /alertDeliveries/{id}/resend': 'finds only what the list shows',
  'post /plans':
    'plans only visible records: tests/api/areas/scheduledChanges/scheduledSetups.test.ts',
  'post /webhookSubscriptions':
    'for accounts for all stores: tests/api/areas/webhooks/webhooks.test.ts',
  'post /webhookSubscriptions/{id}/secret': 'for accounts for all stores',
  'post /webhookSubscriptions/{id}/ping': 'for accounts for all stores',
  'post /webhookSubscriptions/{id}/replay': 'for accounts for all stores',
  'post /webhookDeliveries/{id}/replay': 'for accounts for all stores',
  'post /plans/{id}/schedule': "takes the caller's own plans",
  'put /scheduledChanges/{id}/times':
    'needs all stores of the change: tests/api/areas/scheduledChanges/scheduledChanges.test.ts',
  'post /scheduledChanges/{id}/action':
    'needs all stores of the change: tests/api/areas/scheduledChanges/scheduledChanges.test.ts',
  'post /scheduledChanges/{id}/decision':
    'needs all stores of the change: tests/api/areas/scheduledChanges/scheduledChanges.test.ts',
  'get /scheduledChanges/{id}/results':
    'needs all stores of the change: tests/api/areas/scheduledChanges/scheduledChanges.test.ts',
  'post /printfulSetup/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /printfulSetup/{id}/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /giftCardSetup/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /giftCardSetup/{id}/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /paymentSetups/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /paymentSetups/{id}/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /smtpSettings/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /smtpSettings/{id}/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /adminSignOns/typedTest':
    'rejected like its creation: tests/api/core/integrations/typedTests.test.ts',
  'post /memberSignOns/typedTest':
    'rejected like its creation: tests/api/core/integrations/typedTests.test.ts',
  'post /cognitoSetup/{id}/test':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /cognitoSetup/{id}/tests':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /cognitoSetup/{id}/tests/events':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'post /cognitoSetup/{id}/state':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'post /printfulSetup/{id}/test':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /printfulSetup/{id}/tests':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /printfulSetup/{id}/tests/events':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'post /printfulSetup/{id}/state':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /printfulSetup/{id}/account': 'leaves out other stores and their events: printful.test.ts',
  'post /printfulSetup/{id}/account':
    'only accounts for all stores: tests/api/areas/printful/printful.test.ts',
  'post /printfulSetup/{id}/webhooks':
    'only accounts for all stores: tests/api/areas/printful/printful.test.ts',
  'post /printfulSetup/{id}/catalogue':
    'only accounts for all stores: tests/api/areas/printful/printful.test.ts',
  'get /printfulSetup/{id}/matches/sizes': 'open to all accounts',
  'post /printfulSetup/{id}/matches/sizes': 'open to all accounts',
  'get /printfulSetup/{id}/matches/colors': 'open to all accounts',
  'post /printfulSetup/{id}/matches/colors': 'open to all accounts',
  'post /giftCardSetup/{id}/test':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /giftCardSetup/{id}/tests':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /giftCardSetup/{id}/tests/events':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'post /giftCardSetup/{id}/state':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /giftCardSetup/{id}/balances': 'the balance of the Runa account, which has no store',
  'post /giftCardSetup/{id}/balances':
    'only accounts for all stores: tests/api/areas/giftCards/giftCards.test.ts',
  'post /giftCardSetup/{id}/freeze':
    'only accounts for all stores: tests/api/areas/giftCards/giftCards.test.ts',
  'post /giftCardProducts/sync':
    'only accounts for all stores: tests/api/areas/giftCards/giftCardTemplates.test.ts',
  'post /giftCardTemplates/{id}/test': 'only accounts for all stores, like the catalog',
  'post /giftCardTemplates/{id}/cards': 'for a store of the account, like the test above it',
  'post /giftCardTemplates/{id}/duplicate': 'creates one like its POST',
  'get /cognitoSetup/{id}/comparison': 'shows only the user pool',
  'post /paymentSetups/{id}/test':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'get /paymentSetups/{id}/tests': 'open to all accounts',
  'get /paymentSetups/{id}/tests/events': 'open to all accounts',
  'post /paymentSetups/{id}/state':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'get /paymentSetups/{id}': 'open to all, without the names of other stores',
  'get /paymentSetups/{id}/events':
    "orders of the account's stores: tests/api/areas/payments/paymentSetups.test.ts",
  'post /paymentSetups/{id}/events/{event}/replay':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'post /paymentSetups/{id}/mode':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'get /paymentSetups/{id}/rotation': 'open to all accounts',
  'post /paymentSetups/{id}/rotation':
    'for accounts for all stores: tests/api/areas/payments/paymentEvents.test.ts',
  'post /paymentSetups/{id}/duplicate':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'post /sizes/{id}/merge': 'open to all, and its uses: tests/api/core/bulk/merge.test.ts',
  'post /colors/{id}/merge': 'like sizes',
  'post /subAttributes/{id}/merge': 'like sizes',
  'post /themes/{id}/assign':
    "rows of a job, for the starting account's stores: tests/api/areas/themes/themes.test.ts",
  'post /themes/{id}/status': 'changes it like its PATCH, which affects all stores',
  'post /trainingCategories/{id}/status': 'changes it like its PATCH',
  'post /trainingContent/{id}/status': 'changes it like its PATCH',
  'get /themes/{id}/settings': 'open to all accounts',
  'put /themes/{id}/settings':
    'for accounts for all stores: tests/api/areas/themes/themeVersions.test.ts',
  'get /themeVersions/{id}/rollout': 'tests/api/areas/themes/themeVersions.test.ts',
  'post /themeVersions/{id}/rollout':
    'for accounts for all stores: tests/api/areas/themes/themeVersions.test.ts',
  'post /smtpSettings/{id}/assign': 'like themes: tests/api/areas/email/mails.test.ts',
  'post /smtpSettings/{id}/duplicate':
    'for accounts for all stores: tests/api/areas/email/mails.test.ts',
  'post /smtpSettings/{id}/test': 'like its duplicate',
  'post /smtpSettings/{id}/state': 'like its duplicate',
  'get /smtpSettings/{id}/tests': 'open to all accounts',
  'get /smtpSettings/{id}/tests/events': 'open to all accounts',
  'get /mails/{id}': 'tests/api/areas/email/mails.test.ts',
  'post /mails/{id}/retry': 'like reading one',
  'get /mails/{id}/text': 'tests/api/areas/email/emailTexts.test.ts',
  'get /integrations/expiries':
    "expirations of the account's stores: tests/api/core/integrations/integrations.test.ts",
  'post /signOnMetadata': 'reads published metadata, and writes nothing',
  'get /memberNames':
    'for stores that the account sees: tests/api/areas/members/memberGroups.test.ts',
  'post /memberSignIns':
    'for members that the account sees: tests/api/areas/members/memberPage.test.ts',
  'get /memberGroupPreview':
    'for a store that the account sees: tests/api/areas/members/memberGroups.test.ts',
  'post /paymentAttempts/retries':
    "rows of a job, for the starting account's stores: tests/api/areas/payments/attempts.test.ts",
  'get /creditAllowance':
    'for a store and a member that the account sees: tests/api/areas/credits/creditApproval.test.ts',
  'get /dashboard': 'sums, not records: tested below',
  'get /plans/{id}': 'plans of one account: tests/api/core/bulk/plans.test.ts',
  'get /plans/{id}/export': 'like the plan',
}

/** An import belongs to one operator, and is read and run with that operator's permissions. */
for (const {
  name,
  api: { import: imports },
} of definitions)
  if (imports)
    for (const call of [
      `post /${name}/imports`,
      `get /${name}/imports/{id}`,
      `post /${name}/imports/{id}/check`,
      `post /${name}/imports/{id}/run`,
      `get /${name}/imports/{id}/failed/export`,
      `get /${name}/imports/{id}/rows`,
      `get /${name}/imports/{id}/rows/export`,
    ])
      exemptCalls[call] = 'imports of one account: tests/api/core/imports/importAreas.test.ts'

const calls = buildCalls([...areas, testArea]).map(({ method, path: route, body }) => {
  const path = route.replace(/:(\w+)/g, '{$1}')
  const [, resourceName = '', ...rest] = path.split('/')
  const resource = definitions.find(({ name }) => name === resourceName)
  const schema = body as JsonSchema | undefined
  return { name: `${method} ${path}`, method, path, rest: rest.join('/'), resource, schema }
})

type CoveredCall = Omit<(typeof calls)[number], 'resource'> & { resource: Resource }

/** A call gets the first rule that matches it. */
const rules = {
  record: ({ resource, rest }: CoveredCall) =>
    resource.name in storeConditions && rest.startsWith('{id}'),
  uses: ({ rest }: CoveredCall) => rest === '{id}/uses',
  list: ({ rest, method }: CoveredCall) => rest === '' && method === 'get',
  export: ({ rest }: CoveredCall) => rest === 'export',
  creation: ({ rest, method }: CoveredCall) =>
    method === 'post' && ['', 'many', 'many/check'].includes(rest),
  order: ({ rest, method }: CoveredCall) => method === 'put' && rest === 'order',
  open: ({ resource, rest }: CoveredCall) =>
    !(resource.name in storeConditions) && ['{id}', '{id}/history', '{id}/restore'].includes(rest),
}
type Rule = keyof typeof rules
const findRule = (call: (typeof calls)[number]): Rule | undefined => {
  const { resource } = call
  if (!resource || call.name in exemptCalls) return undefined
  return (Object.keys(rules) as Rule[]).find((rule) => rules[rule]({ ...call, resource }))
}
const getCoveredCalls = (rule: Rule) =>
  calls.flatMap((call) => {
    const { resource } = call
    return resource && findRule(call) === rule ? [{ ...call, resource }] : []
  })

test('every call in the API document has a rule or a reason', () => {
  const uncovered = calls.filter((call) => !findRule(call)).map(({ name }) => name)
  expect(uncovered.toSorted()).toEqual(Object.keys(exemptCalls).toSorted())
})

/** Builds a body of this shape with the required fields only. */
function buildSample(schema: JsonSchema): unknown {
  const { type, properties = {}, required, enum: choices, minimum } = flattenSchema(schema)
  if (Array.isArray(choices)) return choices[0]
  const kind = [type].flat()[0]
  if (kind === 'object') {
    return Object.fromEntries(
      (required ?? []).map((name) => [name, buildSample(properties[name] ?? {})]),
    )
  }
  return { integer: minimum ?? 1, array: [], boolean: true, string: 'some text' }[String(kind)]
}

/** Fields that show only the reader's stores: tests/api/core/auth/otherStores.test.ts. */
const storeLists = ['storeIds', 'storeMap']

/** An ID that no record has. */
const missingId = 2_000_000_000

describe.each(databases)('An account limited to some stores, on $name', (database) => {
  const platform = usePlatform(database, { seed: true, areas: [testArea] })
  const db = () => platform().platform.db
  let insideStores: number[]
  let outsideStores: number[]
  let callAsLimited: Caller
  let callAsOther: Caller
  let callAsOperator: Caller

  const loadIds = async (query: string): Promise<number[]> =>
    (await sql<{ id: number }>`${sql.raw(query)}`.execute(db())).rows.map(({ id }) => id)
  const buildCondition = (resource: Resource, stores: number[]) =>
    (storeConditions[resource.name] ?? 'true').replaceAll('$stores', `'{${stores.join()}}'::int[]`)
  const toTable = ({ name }: Resource) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const loadInsideIds = (resource: Resource) =>
    loadIds(
      `select id from ${toTable(resource)} where ${buildCondition(resource, insideStores)} order by id`,
    )
  const loadOutsideIds = (resource: Resource) =>
    loadIds(
      `select id from ${toTable(resource)} where (${buildCondition(resource, insideStores)}) is not true`,
    )
  const getFirst = async (ids: Promise<number[]>) => {
    const [id] = await ids
    if (id === undefined) throw new Error('There is none')
    return id
  }

  beforeAll(async () => {
    await columns.createTable(db(), 'papers', paperColumns)
    await columns.createTable(db(), 'sheets', sheetColumns)
    // A store with a second one in its organization, one with members, one without an organization.
    const [one = 0] =
      await loadIds(`select min(id) as id from stores where organisation_id is not null
      group by organisation_id having count(*) > 1 order by 1 limit 1`)
    const more = await loadIds(`select id from stores where id <> ${one} order by members desc, id`)
    insideStores = [one, ...more.slice(0, 2)]
    outsideStores = more.slice(2)
    await insertRows(platform(), organisations, [buildSampleValues(organisations)])
    const color = { ...buildSampleValues(colors), position: 1 }
    const [insideColor, outsideColor] = await insertRows(platform(), colors, [
      color,
      { ...color, code: 'OTHER' },
    ])
    const buildPaper = (
      name: string,
      storeId: number | null,
      position: number,
      colorId?: number,
    ) => ({
      name,
      storeId,
      position,
      colorId: colorId ?? null,
    })
    const createdPapers = await insertRows(platform(), papers, [
      buildPaper('A', insideStores[0] ?? 0, 1, insideColor?.id),
      buildPaper('B', outsideStores[0] ?? 0, 2, insideColor?.id),
      buildPaper('C', insideStores[1] ?? 0, 3),
      buildPaper('D', outsideStores[1] ?? 0, 4, outsideColor?.id),
      buildPaper('of nobody', null, 5),
    ])
    await insertRows(
      platform(),
      sheets,
      createdPapers.map(({ id }) => ({ name: `Of ${id}`, paperId: id })),
    )
    // Alerts for specific accounts are tested in creditApproval.test.ts.
    await sql`delete from attention_items where account_ids is not null`.execute(db())
    // A store can have only one, so the demo data's setups are deleted.
    await sql`delete from admin_sign_ons`.execute(db())
    await insertRows(
      platform(),
      adminSignOns,
      [insideStores[0], outsideStores[0]].map((storeId) => ({
        ...buildSampleValues(adminSignOns),
        storeId,
      })),
    )
    const [insideIncident, outsideIncident] = await insertRows(
      platform(),
      incidents,
      [1, 2].map(() => ({
        ...buildSampleValues({
          ...(incidents as Resource),
          fields: { ...incidents.fields, ...incidents.derived },
        }),
        status: 'open',
      })),
    )
    for (const [incident, store] of [
      [insideIncident, insideStores[0]],
      [outsideIncident, outsideStores[0]],
    ] as const)
      await sql`insert into incident_stores values (${incident?.id}, ${store}, 'EUR', 1, 1)`.execute(
        db(),
      )
    await insertRows(
      platform(),
      attentionItems,
      [insideStores[0], outsideStores[0]].map((store) => ({
        ...buildSampleValues({
          ...(attentionItems as Resource),
          fields: { ...attentionItems.fields, ...attentionItems.derived },
        }),
        storeIds: [store],
        permission: stores.permission,
      })),
    )
    await insertRows(
      platform(),
      deadlines,
      [insideStores[0], outsideStores[0]].map((store) => ({
        ...buildSampleValues({
          ...(deadlines as Resource),
          fields: { ...deadlines.fields, ...deadlines.derived },
        }),
        storeIds: [store],
        permission: stores.permission,
        subject: `deletion/${store}`,
      })),
    )
    await insertRows(
      platform(),
      alertDeliveries,
      [insideStores[0], outsideStores[0]].map((store) => ({
        ...buildSampleValues({
          ...(alertDeliveries as Resource),
          fields: { ...alertDeliveries.fields, ...alertDeliveries.derived },
        }),
        storeIds: [store],
        permission: stores.permission,
        subject: `deletion/${store}`,
        fix: '/stores',
        messageKey: `key of ${store}`,
      })),
    )
    await insertRows(
      platform(),
      scheduledChanges,
      [insideStores[0], outsideStores[0]].map((store) => ({
        ...buildSampleValues({
          ...(scheduledChanges as Resource),
          fields: { ...scheduledChanges.fields, ...scheduledChanges.derived },
        }),
        storeIds: [store],
        permission: stores.permission,
        needs: `${stores.permission}:write`,
        resource: stores.name,
        action: 'suspend',
        fields: ['status'],
      })),
    )
    await insertRows(
      platform(),
      disputes,
      [insideStores[0], outsideStores[0]].map((storeId) => ({
        ...buildSampleValues({
          ...(disputes as Resource),
          fields: { ...disputes.fields, ...disputes.derived },
        }),
        storeId,
        reference: `dispute at ${storeId}`,
      })),
    )
    await insertRows(
      platform(),
      paymentRefunds,
      [insideStores[0], outsideStores[0]].map((storeId) => ({
        ...buildSampleValues({
          ...(paymentRefunds as Resource),
          fields: { ...paymentRefunds.fields, ...paymentRefunds.derived },
        }),
        storeId,
      })),
    )
    await insertRows(
      platform(),
      memberSignOns,
      [insideStores[0], outsideStores[0]].map((storeId) => ({
        ...buildSampleValues(memberSignOns),
        storeId,
      })),
    )
    for (const resource of [stickers, trainingCategories, giftCardTemplates]) {
      const [insideStore, outsideStore] = [insideStores[0] ?? 0, outsideStores[0] ?? 0]
      const createdRecords = await insertRows(
        platform(),
        resource,
        [[insideStore], [outsideStore], [insideStore, outsideStore], []].map((storeIds) => ({
          ...buildSampleValues(resource),
          storeIds,
        })),
      )
      if (resource.name === trainingCategories.name)
        await insertRows(
          platform(),
          trainingContent,
          createdRecords.map(({ id }) => ({
            ...buildSampleValues(trainingContent),
            categoryId: id,
          })),
        )
    }
    const addCaller = async (storeIds: number[]) =>
      openSession(platform(), await platform().addAccount(allPermissions, storeIds))
    callAsLimited = await addCaller(insideStores)
    callAsOther = await addCaller(outsideStores)
    callAsOperator = await openSession(platform())
    // Reading the lists first saves the statuses that depend on the time.
    for (const { name } of [stickers, giftCardTemplates]) await callAsOperator('GET', `/${name}`)
  })

  /**
   * Returns the row count and last writes of each table, to check that nothing was written. Leaves
   * out log entries of rejected calls.
   */
  async function loadState() {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'
        and tablename !~ '^(tokens|rejected_calls|audit|log_chain|log_heads)($|_\\d|_rest)'
      order by 1`.execute(db())
    const counts = rows.map(
      ({ name }) =>
        sql`select ${sql.lit(name)} as name, count(*) as count,
          sum(xmin::text::bigint) as written from ${sql.raw(name)}`,
    )
    counts.push(sql`select 'audit' as name, count(*) as count, 0 as written from audit
      where event <> 'auth.callRejected'`)
    return (await sql`${sql.join(counts, sql` union all `)}`.execute(db())).rows
  }
  const toComparable = ({ status, body }: ApiResult) => ({
    status,
    body: { ...body, requestId: '' },
  })
  const loadAll = async (call: Caller, path: string): Promise<AnyRecord[]> => {
    const records: AnyRecord[] = []
    for (let after: string | null = ''; after !== null;) {
      const { status, body } = await call('GET', `${path}&limit=100${after && `&after=${after}`}`)
      expect(status, JSON.stringify(body)).toBe(200)
      records.push(...body.data)
      expect(body.page.total).toBeGreaterThanOrEqual(records.length)
      after = body.page.next
      if (after === null) expect(body.page.total).toBe(records.length)
    }
    return records
  }

  test.each(getShare(database, getCoveredCalls('record')))(
    '$name treats a record of another store as missing',
    async (call) => {
      const { method, path, resource, schema } = call
      const buildUrl = (id: number) => path.replace('{id}', String(id))
      const options = {
        ...(schema ? { body: buildSample(schema) } : {}),
        ifMatch: 999,
        closesStream: true,
      }
      const before = await loadState()
      const otherResponse = await callAsLimited(
        method,
        buildUrl(await getFirst(loadOutsideIds(resource))),
        options,
      )
      expect(toComparable(otherResponse)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      expect(toComparable(otherResponse)).toEqual(
        toComparable(await callAsLimited(method, buildUrl(missingId), options)),
      )
      expect(await loadState()).toEqual(before)
      const ownResponse = await callAsLimited(
        method,
        buildUrl(await getFirst(loadInsideIds(resource))),
        options,
      )
      expect(ownResponse.status, JSON.stringify(ownResponse.body)).not.toBe(404)
      if (method === 'get') expect(ownResponse.status).toBe(200)
    },
  )

  test.each(getShare(database, getCoveredCalls('list')))(
    '$name returns and counts only records in its stores',
    async (call) => {
      const { path, resource } = call
      const ids = new Set(await loadInsideIds(resource))
      const { search, columns } = resource.list
      const field = resource.fields[resource.relations.scope ?? '']
      for (const query of [
        '',
        'search=a',
        `sort=-${columns.find((name) => getSortableColumns(resource).includes(name))}`,
        `filter[${search[0]}][contains]=e`,
        ...(field ? [`filter[${resource.relations.scope}][contains]=a`] : []),
      ]) {
        const expected = (await loadAll(callAsOperator, `${path}?${query}`)).filter(({ id }) =>
          ids.has(id),
        )
        const visibleRecords = await loadAll(callAsLimited, `${path}?${query}`)
        // Counts and labels cover only the account's stores.
        const storeFields = new Set([
          'stores',
          'labels',
          'differing',
          'failures',
          'stake',
          'stakes',
          ...storeLists,
        ])
        const omitStoreFields = (record: AnyRecord) =>
          Object.fromEntries(Object.entries(record).filter(([name]) => !storeFields.has(name)))
        expect(visibleRecords.map(omitStoreFields), query).toEqual(expected.map(omitStoreFields))
      }
      if (resource.relations.scope) {
        const query = `filter[${resource.relations.scope}][eq]=${outsideStores[0]}`
        expect(await loadAll(callAsLimited, `${path}?${query}`)).toEqual([])
      }
      const { tabs } = resource.list
      if (!tabs) return
      const { counts } = (await callAsLimited('GET', `${path}?counts=${tabs}`)).body
      const totals = Object.values<{ total: number }>(counts).map(({ total }) => total)
      const valued = (await loadAll(callAsLimited, `${path}?`)).filter(
        (record) => record[tabs] !== null,
      )
      expect(totals.reduce((sum, total) => sum + total)).toBe(valued.length)
    },
  )

  test.each(getShare(database, getCoveredCalls('export')))(
    '$name returns only records in its stores',
    async ({ path, resource }) => {
      const exportIds = async (query = '') => {
        const { status, body } = await callAsLimited(
          'GET',
          `${path}?format=ndjson&columns=id${query}`,
        )
        expect(status).toBe(200)
        const lines = String(body).split('\n').filter(Boolean)
        return lines.map((line): number => JSON.parse(line).id).toSorted((a, b) => a - b)
      }
      expect(await exportIds()).toEqual(await loadInsideIds(resource))
      const [outsideId] = await loadOutsideIds(resource)
      if (outsideId !== undefined) expect(await exportIds(`&ids=${outsideId}`)).toEqual([])
      if (!resource.relations.scope) return
      const other = await callAsLimited(
        'GET',
        `${path}?filter[${resource.relations.scope}][eq]=${outsideStores[0]}`,
      )
      expect(other.status).toBe(404)
    },
  )

  test.each(getShare(database, getCoveredCalls('creation')))(
    '$name rejects a reference to another store like one to a missing record',
    async ({ method, path, resource, rest: part }) => {
      const storeReferences = Object.entries(resource.fields).filter(
        ([, { kind, target: to }]) => kind === 'reference' && to && to.name in storeConditions,
      )
      for (const [name, { target: to }] of storeReferences) {
        const target = definitions.find((one) => one.name === to?.name) ?? resource
        const send = (id: number) => {
          const values = {
            ...buildSampleValues(resource),
            storeId: insideStores[0],
            storeIds: [insideStores[0]],
            [name]: id,
          }
          const knownFields = Object.entries(values).filter(([one]) => one in resource.fields)
          const record = Object.fromEntries(knownFields)
          return callAsLimited(method, path, { body: part === '' ? record : { records: [record] } })
        }
        const before = await loadState()
        const rejected = toComparable(await send(await getFirst(loadOutsideIds(target))))
        const missing = toComparable(await send(missingId))
        const getErrors = ({ body }: ApiResult) => body.fields ?? body.rows[0].fields
        expect(getErrors(rejected as ApiResult)[name]).toContain("doesn't exist")
        expect(getErrors(rejected as ApiResult)[name]).toEqual(
          getErrors(missing as ApiResult)[name],
        )
        expect(await loadState()).toEqual(before)
      }
    },
  )

  /** Returns the records with the same parent as the first one: only these are ordered together. */
  const loadSiblings = (resource: Resource, [first = 0, ...more]: number[]) => {
    const parentColumn = (resource.relations.parent ?? "''").replace(
      /[A-Z]/g,
      (letter) => `_${letter.toLowerCase()}`,
    )
    return loadIds(`select id from ${toTable(resource)} where id in (${[first, ...more].join()})
      and ${parentColumn} = (select ${parentColumn} from ${toTable(resource)} where id = ${first}) order by id`)
  }

  test.each(getCoveredCalls('order'))(
    '$name orders only records in its stores',
    async ({ path, resource }) => {
      const ownIds = await loadSiblings(resource, await loadInsideIds(resource))
      const others = resource.name in storeConditions ? await loadOutsideIds(resource) : []
      const loadVersions = () =>
        loadIds(
          `select version as id from ${toTable(resource)} where id in (${[0, ...others].join()})`,
        )
      const before = await loadVersions()
      const mixed = await callAsLimited('PUT', path, { body: { ids: [...ownIds, ...others] } })
      if (others.length > 0) expect(mixed.status).toBe(422)
      const reordered = await callAsLimited('PUT', path, { body: { ids: ownIds.toReversed() } })
      // Some training is for all stores, and would move too.
      expect(reordered.status).toBe(/training/.test(resource.name) ? 403 : 204)
      expect(await loadVersions()).toEqual(before)
    },
  )

  test.each(getShare(database, getCoveredCalls('uses')))(
    '$name counts only uses in its stores',
    async ({ resource }) => {
      if (resource.name !== colors.name) return // No store has references to the others.
      const [sharedColorId = 0, outsideColorId = 0] = await loadIds(
        'select color_id as id from papers where color_id is not null group by 1 order by 1',
      )
      const loadUses = async (call: Caller, id: number) =>
        (await call('GET', `/colors/${id}/uses`)).body.data
      expect(await loadUses(callAsOperator, sharedColorId)).toEqual([
        { kind: 'paper', count: 2, examples: ['A', 'B'] },
      ])
      expect(await loadUses(callAsLimited, sharedColorId)).toEqual([
        { kind: 'paper', count: 1, examples: ['A'] },
      ])
      expect(await loadUses(callAsLimited, outsideColorId)).toEqual([])
      // The color can't be deleted because of uses that the account can't see.
      expect(await callAsLimited('DELETE', `/colors/${outsideColorId}`)).toMatchObject({
        status: 409,
        body: { code: 'in_use', uses: [], detail: expect.stringContaining("don't manage") },
      })
    },
  )

  test.each(getCoveredCalls('open').filter(({ method }) => method === 'get'))(
    '$name is open to all accounts',
    async ({ path, resource }) => {
      const id = await getFirst(loadInsideIds(resource))
      const [limitedResponse, operatorResponse] = [callAsLimited, callAsOperator].map((call) =>
        call('GET', path.replace('{id}', `${id}`)),
      )
      // Store lists and counts cover only the account's stores.
      // The names of users without a store in common are left out.
      const userFields = Object.values<Field>(resource.fields).some(
        ({ target }) => target?.name === 'users',
      )
      const storeFields = [...storeLists, 'stores', ...(userFields ? ['labels'] : [])]
      const omitStores = (body: AnyRecord) =>
        Object.fromEntries(Object.entries(body).filter(([name]) => !storeFields.includes(name)))
      expect(omitStores((await limitedResponse)?.body)).toEqual(
        omitStores((await operatorResponse)?.body),
      )
    },
  )

  test('only accounts for all stores change the platform defaults', async () => {
    const before = await loadState()
    const change = { body: { supportEmail: 'new@example.com' }, ifMatch: 1 }
    expect(await callAsLimited('PATCH', '/storeDefaults/1', change)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('all stores') },
    })
    expect(await loadState()).toEqual(before)
    expect((await callAsOperator('PATCH', '/storeDefaults/1', change)).status).toBe(409)
  })

  test('rejects a change that would move a record out of its stores', async () => {
    const id = await getFirst(loadInsideIds(papers))
    const ifMatch = (await callAsLimited('GET', `/papers/${id}`)).body.version
    const move = (storeId: number | null) =>
      callAsLimited('PATCH', `/papers/${id}`, { body: { storeId }, ifMatch })
    const notFound = {
      status: 422,
      body: { fields: { storeId: expect.stringContaining('exist') } },
    }
    expect(await move(outsideStores[0] ?? 0)).toMatchObject(notFound)
    const required = { status: 422, body: { fields: { storeId: 'Store is a required field' } } }
    expect(await move(null)).toMatchObject(required)
    expect(await callAsLimited('POST', '/papers', { body: { name: 'Of nobody' } })).toMatchObject(
      required,
    )
  })

  test('can read but not change an incident or alert that includes other stores', async () => {
    const buildFullSample = (resource: Resource) =>
      buildSampleValues({ ...resource, fields: { ...resource.fields, ...resource.derived } })
    const [sharedIncident, ownIncident] = await insertRows(
      platform(),
      incidents,
      [1, 2].map(() => ({ ...buildFullSample(incidents), status: 'open' })),
    )
    const ids = [sharedIncident?.id ?? 0, ownIncident?.id ?? 0]
    const bothStores = [insideStores[0] ?? 0, outsideStores[0] ?? 0]
    for (const [at, storeIds] of [bothStores, bothStores.slice(0, 1)].entries())
      for (const id of storeIds)
        await sql`insert into incident_stores values (${ids[at]}, ${id}, 'EUR', 1, 1)`.execute(db())
    const items = await insertRows(
      platform(),
      attentionItems,
      [bothStores, bothStores.slice(0, 1)].map((storeIds, at) => ({
        ...buildFullSample(attentionItems),
        subject: `incident/${ids[at]}`,
        permission: stores.permission,
        storeIds,
      })),
    )
    const send = async (call: Caller, at: number) => {
      const [incident, item] = [`/incidents/${ids[at]}`, `/attentionItems/${items[at]?.id}`]
      const state = { state: 'snoozed', days: 1 }
      const resolution = { resolution: 'Mended' }
      return [
        await call('PUT', `${incident}/owner`, { body: { ownerId: null }, ifMatch: 1 }),
        await call('PUT', `${item}/owner`, { body: { ownerId: null } }),
        await call('POST', `${item}/state`, { body: state }),
        await call('POST', `${incident}/resolution`, { body: resolution, ifMatch: 2 }),
      ]
    }
    const before = await loadState()
    expect((await callAsLimited('GET', `/incidents/${ids[0]}`)).body.stores).toBe(1)
    for (const rejected of await send(callAsLimited, 0))
      expect(rejected).toMatchObject({
        status: 403,
        body: { code: 'forbidden', detail: expect.stringContaining("you don't manage") },
      })
    expect(await loadState()).toEqual(before)
    for (const [call, at] of [
      [callAsLimited, 1],
      [callAsOperator, 0],
    ] as const)
      expect((await send(call, at)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await sql`delete from attention_items where id = any(${items.map(({ id }) => id)})`.execute(
      db(),
    )
    await sql`delete from incidents where id = any(${ids})`.execute(db())
  })

  test.each(
    [stickers, trainingCategories, giftCardTemplates].map((resource): Resource => resource),
  )(
    '$name can be written only by an account for all of its stores, or for all stores if it lists none',
    async (resource) => {
      const [insideStore, outsideStore] = [insideStores[0] ?? 0, outsideStores[0] ?? 0]
      const { name } = resource
      const { label } = resource.relations
      const createRecord = async (storeIds: number[]) =>
        (await insertRows(platform(), resource, [{ ...buildSampleValues(resource), storeIds }]))[0]
          ?.id ?? 0
      const [ownRecord, sharedRecord, recordForAll] = [
        await createRecord([insideStore]),
        await createRecord([insideStore, outsideStore]),
        await createRecord([]),
      ]
      const create = (storeIds: number[]) => {
        const body = { ...buildSampleValues(resource), storeIds }
        return callAsLimited('POST', `/${name}`, { body })
      }
      const change = (id: number, body: object) =>
        callAsLimited('PATCH', `/${name}/${id}`, { body, ifMatch: 1 })
      const plan = async (action: string, ids: number[], values: object) =>
        (await callAsLimited('POST', `/${name}/bulk/plan`, { body: { action, ids, values } })).body
      const before = await loadState()
      const buildRejection = (message: string) => ({
        status: 403,
        body: { detail: expect.stringContaining(message) },
      })
      expect(await create([])).toMatchObject({
        status: 422,
        body: { fields: { storeIds: expect.stringContaining('Choose') } },
      })
      expect(await create([insideStore, outsideStore])).toMatchObject(
        buildRejection("don't manage"),
      )
      expect(await change(ownRecord, { storeIds: [] })).toMatchObject(
        buildRejection('applies to all stores'),
      )
      expect(await change(ownRecord, { storeIds: [insideStore, outsideStore] })).toMatchObject(
        buildRejection("don't manage"),
      )
      expect(await change(recordForAll, { storeIds: [insideStore] })).toMatchObject(
        buildRejection('applies to all stores'),
      )
      expect(await change(sharedRecord, { storeIds: [insideStore] })).toMatchObject(
        buildRejection("don't manage"),
      )
      expect(await callAsLimited('DELETE', `/${name}/${recordForAll}`)).toMatchObject(
        buildRejection('applies to all stores'),
      )
      expect(await callAsLimited('DELETE', `/${name}/${sharedRecord}`)).toMatchObject(
        buildRejection("don't manage"),
      )
      expect(await loadState()).toEqual(before)
      const changePlan = await plan('change', [ownRecord, sharedRecord, recordForAll], {
        storeIds: [insideStore, insideStores[1]],
      })
      expect(changePlan.counts).toMatchObject({ changes: 1, refused: 2 })
      const deletePlan = await plan('delete', [ownRecord, sharedRecord, recordForAll], {})
      expect(deletePlan.counts).toMatchObject({ changes: 1, refused: 2 })
      const text = { [label]: buildSampleValues(resource)[label] }
      expect((await change(ownRecord, text)).status).toBe(200)
      expect((await callAsLimited('DELETE', `/${name}/${ownRecord}`)).status).toBe(204)
      await callAsOperator('DELETE', `/${name}/${sharedRecord}`)
      const restored = await callAsLimited('POST', `/${name}/${sharedRecord}/restore`, {
        ifMatch: 1,
      })
      expect(restored.status).toBe(403)
    },
  )

  test('training content belongs to the stores of its category', async () => {
    const [insideStore, outsideStore] = [insideStores[0] ?? 0, outsideStores[0] ?? 0]
    for (const [storeIds, status] of [
      [[insideStore], 200],
      [[insideStore, outsideStore], 403],
      [[], 403],
    ] as const) {
      const category = { ...buildSampleValues(trainingCategories), storeIds }
      const [createdCategory] = await insertRows(platform(), trainingCategories, [category])
      const part = { ...buildSampleValues(trainingContent), categoryId: createdCategory?.id ?? 0 }
      const [first, second] = await insertRows(platform(), trainingContent, [part, part])
      const ids = [second?.id, first?.id]
      const order = await callAsLimited('PUT', '/trainingContent/order', { body: { ids } })
      expect(order.status).toBe(status === 200 ? 204 : 403)
      const { version } = (await callAsLimited('GET', `/trainingContent/${first?.id}`)).body
      const path = `/trainingContent/${first?.id}`
      const changed = await callAsLimited('PATCH', path, {
        body: { title: 'Other' },
        ifMatch: version,
      })
      expect(changed.status).toBe(status)
    }
  })

  test("can't restore a record deleted in another store", async () => {
    const row = { name: 'F', storeId: outsideStores[0] ?? 0 }
    const { id } = (await callAsOperator('POST', '/papers', { body: row })).body
    expect((await callAsOperator('DELETE', `/papers/${id}`)).status).toBe(204)
    const restore = (call: Caller) => call('POST', `/papers/${id}/restore`, { ifMatch: 1 })
    expect((await restore(callAsLimited)).status).toBe(404)
    expect((await restore(callAsOperator)).status).toBeLessThan(300)
    await callAsOperator('DELETE', `/papers/${id}`)
  })

  test("a reference to another store's record isn't named and can't be searched", async () => {
    const outsideOrganisation = await getFirst(loadOutsideIds(organisations))
    await sql`update organisations set name = 'Outsiders' where id = ${outsideOrganisation}`.execute(
      db(),
    )
    const row = { name: 'E', storeId: insideStores[0], organisationId: outsideOrganisation }
    const [createdPaper] = await insertRows(platform(), papers, [row])
    const path = `/papers/${createdPaper?.id}`
    const countMatches = async (call: Caller, query: string) =>
      (await call('GET', `/papers?${query}`)).body.page.total
    for (const query of ['search=outsiders', 'filter[organisationId][contains]=outsiders']) {
      expect(await countMatches(callAsOperator, query)).toBe(1)
      expect(await countMatches(callAsLimited, query)).toBe(0)
    }
    expect((await callAsOperator('GET', path)).body.labels).toHaveProperty(
      'organisationId',
      'Outsiders',
    )
    expect((await callAsLimited('GET', path)).body.labels).not.toHaveProperty('organisationId')
    expect((await callAsLimited('DELETE', path)).status).toBe(204)
  })

  test('organizations count only visible stores, also for sorting and filtering', async () => {
    const visibleRecords = await loadAll(callAsLimited, '/organisations?sort=-stores')
    const counts = new Map<number, number>()
    for (const id of await loadIds(`select organisation_id as id from stores
      where organisation_id is not null and id = any('{${insideStores.join()}}')`))
      counts.set(id, (counts.get(id) ?? 0) + 1)
    expect(visibleRecords.map(({ id, stores: storeCount }) => [id, storeCount])).toEqual(
      visibleRecords.map(({ id }) => [id, counts.get(id) ?? 0]),
    )
    expect(visibleRecords.map((one) => Number(one['stores']))).toEqual(
      visibleRecords.map((one) => Number(one['stores'])).toSorted((one, other) => other - one),
    )
    const [first] = visibleRecords
    expect((await callAsLimited('GET', `/organisations/${first?.id}`)).body.stores).toBe(
      first?.['stores'],
    )
    const changed = await callAsLimited('PATCH', `/organisations/${first?.id}`, {
      body: { notes: 'Seen' },
      ifMatch: first?.version ?? 0,
    })
    expect(changed.body).toMatchObject({ notes: 'Seen', stores: first?.['stores'] })
  })

  test('the dashboard figures cover only its stores', async () => {
    const [allFigures, ownFigures, otherFigures] = await Promise.all(
      [callAsOperator, callAsLimited, callAsOther].map(
        async (call) => (await call('GET', '/dashboard')).body,
      ),
    )
    for (const path of [
      ['stores', 'all'],
      ['stores', 'active'],
      ['integrations', 'degraded'],
      ['orders', 'now'],
      ['paymentsFailed', 'now'],
      ['mailSent', 'now'],
    ] as const) {
      const getFigure = (body: typeof allFigures) => body[path[0]][path[1]]
      expect(getFigure(ownFigures) + getFigure(otherFigures), path.join()).toBe(
        getFigure(allFigures),
      )
    }
    expect(ownFigures.stores.all).toBe(insideStores.length)
    expect(ownFigures.orders.now).toBeGreaterThan(0)
    expect(ownFigures.orders.now).toBeLessThan(allFigures.orders.now)
    type FigureRows = Record<string, unknown>[]
    const getSum = (list: FigureRows, name: string) =>
      list.reduce((total, one) => total + Number(one[name]), 0)
    for (const [list, name] of [
      ['failedByReason', 'now'],
      ['revenue', 'now'],
      ['credits', 'expiring'],
    ] as const)
      expect(getSum(ownFigures[list], name) + getSum(otherFigures[list], name), list).toBe(
        getSum(allFigures[list], name),
      )
  })

  test('the audit log shows entries of its stores and of records without a store', async () => {
    const { email } = platform().operator
    await sql`insert into audit (time, actor, event, target_type, target_id, label, store_id, request_id, ip, changes)
      select now(), ${email}, 'x.changed', type, 1, label, store, '', '', '{}' from (values
        ('members', 'Mine', ${insideStores[0]}::int), ('members', 'Theirs', ${outsideStores[0]}::int),
        ('sizes', 'Open', null), ('organisations', 'Company', null), ('papers', 'Nobody', null)
      ) as entry (type, label, store)`.execute(db())
    const loadLabels = async (call: Caller) =>
      (await loadAll(call, '/audit?')).flatMap(({ event, label }) =>
        event === 'x.changed' ? [String(label)] : [],
      )
    expect((await loadLabels(callAsOperator)).toSorted()).toEqual([
      'Company',
      'Mine',
      'Nobody',
      'Open',
      'Theirs',
    ])
    expect((await loadLabels(callAsLimited)).toSorted()).toEqual(['Mine', 'Open'])
    expect((await loadLabels(callAsOther)).toSorted()).toEqual(['Open', 'Theirs'])
  })

  test("checking whether a code is taken doesn't reveal its store", async () => {
    const loadAvailability = async (call: Caller, id: number) => {
      const { rows } = await sql<{ code: string }>`
        select code from stores where id = ${id}`.execute(db())
      const query = `field=code&value=${rows[0]?.code}&except=${id}`
      return (await call('GET', `/stores/available?${query}`)).body
    }
    const available = { available: true, message: null }
    expect(await loadAvailability(callAsLimited, insideStores[0] ?? 0)).toEqual(available)
    const taken = { available: false, message: 'Code is already used' }
    expect(await loadAvailability(callAsLimited, outsideStores[0] ?? 0)).toEqual(taken)
    expect(await loadAvailability(callAsOperator, outsideStores[0] ?? 0)).toEqual(available)
  })

  test('a created store belongs to its creator and to no other limited account', async () => {
    const values: Record<string, unknown> = {
      ...buildSampleValues(stores),
      organisationId: null,
    }
    const { status, body } = await callAsLimited('POST', '/stores', { body: values })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ name: values['name'], status: 'draft' })
    const duplicate = await callAsLimited('POST', `/stores/${body.id}/duplicate`, {
      body: { values: { name: 'Second', code: 'second', subdomain: 'second' }, sections: [] },
    })
    expect(duplicate.status, JSON.stringify(duplicate.body)).toBe(201)
    for (const { id } of [body, duplicate.body]) {
      expect((await callAsLimited('GET', `/stores/${id}`)).status).toBe(200)
      expect((await callAsOperator('GET', `/stores/${id}`)).status).toBe(200)
      expect((await callAsOther('GET', `/stores/${id}`)).status).toBe(404)
    }
    insideStores.push(body.id, duplicate.body.id)
  })

  test('an account whose last store was deleted sees no stores', async () => {
    const callWithoutStores = await openSession(
      platform(),
      await platform().addAccount(allPermissions, []),
    )
    for (const path of ['/stores', '/members', '/papers'])
      expect((await callWithoutStores('GET', path)).body).toMatchObject({
        data: [],
        page: { total: 0 },
      })
    expect((await callWithoutStores('GET', '/dashboard')).body.stores).toEqual({
      active: 0,
      all: 0,
    })
  })
})
