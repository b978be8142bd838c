import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { integer, optional, reference, text } from '#shared/engine/fields/fields.ts'
import { defineResource, getSortableColumns } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { getBulkActions } from '#shared/areas/bulkActions.ts'
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
import { buildCalls } from '#server/platform/areas/index.ts'
import { addResourceTable } from '#server/platform/database/migrations/tables.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { hasStoreList } from '#server/platform/core/records/storeScope.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Answered, Caller } from '#tests/api/support/calling.ts'
import { registerResources } from '#shared/engine/resourceRegistry.ts'
import { databases, shareOf, usePlatform } from '#tests/api/support/databases.ts'
import { insertRows, sampleValues } from '#tests/api/support/records.ts'
import { everyRight } from '#tests/api/support/rights.ts'

/** What every write is offered for within a store, until the product has such a thing, and its parts. */
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
  scope: 'storeId',
  columns: ['name'],
  search: ['name', 'storeId', 'organisationId'],
  position: 'position',
})
registerResources([papers])
const sheets = defineResource({
  name: 'sheets',
  path: '/papers/:paperId/sheets',
  title: { one: 'sheet', many: 'sheets' },
  about: 'Sheets of a paper.',
  permission: 'Sizes',
  fields: { name: text('Name', { max: 40 }), paperId: reference('Paper', { name: 'papers' }) },
  parent: 'paperId',
  columns: ['name'],
  search: ['name'],
})
const tables = [
  addResourceTable('papers', {
    text: ['name'],
    reference: ['storeId?', 'colorId?', 'organisationId?'],
    integer: ['position?'],
    search: ['name'],
  }),
  addResourceTable('sheets', { text: ['name'], reference: ['paperId'], search: ['name'] }),
]
const definitions: readonly Resource[] = [...resources, papers, sheets]

/** Which records of a resource a store reaches, as tests work it out; what is missing here belongs to no store. */
const ofStores: Record<string, string> = {
  stores: 'id = any($stores)',
  members: 'store_id = any($stores)',
  memberGroups: 'store_id = any($stores)',
  creditEntries: 'store_id = any($stores)',
  creditRequests: 'store_id = any($stores)',
  creditLiabilities: 'store_id = any($stores)',
  paymentAttempts: 'store_id = any($stores)',
  orders: 'store_id = any($stores)',
  incidents: 'id in (select incident_id from incident_stores where store_id = any($stores))',
  attentionItems: 'store_ids && $stores',
  logEntries: 'store_id = any($stores)',
  platformLogEntries: 'false',
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

test('whatever names stores, and is of all where it names none, is written by who is for all of them', () => {
  const naming = resources.filter(({ fields }) =>
    Object.values(fields).some(
      ({ kind, target: to }) => kind === 'references' && to?.name === 'stores',
    ),
  )
  const named = naming.filter((one) => !hasStoreList(one)).map(({ name }) => name)
  // Accounts and their groups have rules of their own; the others are set up by accounts for all stores.
  expect(named.toSorted()).toEqual([
    'giftCardSetup',
    'paymentSetups',
    'themeVersions',
    'userGroups',
    'users',
  ])
})

/** Calls that no rule below covers, each with where it is tested or why it has no stores. */
const named: Record<string, string> = {
  ...Object.fromEntries(
    definitions
      .filter((one) => getBulkActions(one).length > 0)
      .flatMap(({ name }) => [
        [
          `post /${name}/bulk/plan`,
          'what the list answers: tests/api/core/bulk/bulkActions.test.ts',
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
  'post /auth/login': 'an account signs in whatever it is for',
  'post /auth/logout': 'one account',
  'post /auth/devices/check': 'a device, before anyone has signed in',
  'get /users/roles/details': 'one account',
  'put /users/changePassword': 'one account',
  'post /userGroups/{id}/replacement': 'groups reach operators of all stores: userGroups.test.ts',
  'get /permissions':
    'what there is, with those users whom the account sees: permissionCatalogue.test.ts',
  'post /users/invitations': 'nobody gives stores that they are not for: users.test.ts',
  'delete /users/{id}/sessions/{session}': 'as all sessions of the account: users.test.ts',
  'post /invitations/check': 'whoever has the link',
  'post /invitations/accept': 'whoever has the link',
  'get /preferences/{name}': 'one account',
  'put /preferences/{name}': 'one account',
  'get /views':
    'views of one account, which count as the list answers: tests/api/core/views/views.test.ts',
  'post /views': 'views of one account',
  'patch /views/{id}': 'views of one account',
  'delete /views/{id}': 'views of one account',
  'get /openapi.json': 'what calls there are',
  'post /files': 'a file of nothing yet',
  'get /files/{id}': 'as the records that hold it: tested in files.test.ts',
  'get /files/{id}/thumbnail': 'as the file',
  'get /stores/host': 'that of the platform',
  'get /stores/available': 'codes and domains are unique among all stores: tested below',
  'get /logChains/{chain}/verification': 'tests/api/areas/logs/logChain.test.ts',
  'get /logChains/{chain}/checkpoints/export': 'as the verification',
  'get /logChains/0/verification':
    'that of the platform: tests/api/areas/logs/platformLogs.test.ts',
  'get /logChains/0/checkpoints/export': 'as the verification',
  'get /platformLogEntries/{id}':
    'none for who is for some stores: tests/api/areas/logs/platformLogs.test.ts',
  'get /platformLogEntries/events': 'how many, as the list answers them',
  'get /logEntries/events': 'how many, as the list answers them',
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
    'rows of a job, for the stores of who starts it: tests/api/core/jobs/jobCalls.test.ts',
  'get /trainingCategories/{id}/completion':
    'members of stores: tests/api/areas/training/training.test.ts',
  'post /trainingCategories/{id}/duplicate': 'makes one as its POST does',
  'get /colors/nearDuplicates': 'what is open to all',
  'post /cognitoSetup/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
  'post /cognitoSetup/{id}/typedTest':
    'for accounts for all stores: tests/api/core/integrations/typedTests.test.ts',
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
    'refused as its creation: tests/api/core/integrations/typedTests.test.ts',
  'post /memberSignOns/typedTest':
    'refused as its creation: tests/api/core/integrations/typedTests.test.ts',
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
  'get /printfulSetup/{id}/account': 'stores and events of others are left out: printful.test.ts',
  'post /printfulSetup/{id}/account':
    'an account for all stores alone: tests/api/areas/printful/printful.test.ts',
  'post /printfulSetup/{id}/webhooks':
    'an account for all stores alone: tests/api/areas/printful/printful.test.ts',
  'post /printfulSetup/{id}/catalogue':
    'an account for all stores alone: tests/api/areas/printful/printful.test.ts',
  'get /printfulSetup/{id}/matches/sizes': 'what is open to all',
  'post /printfulSetup/{id}/matches/sizes': 'what is open to all',
  'get /printfulSetup/{id}/matches/colors': 'what is open to all',
  'post /printfulSetup/{id}/matches/colors': 'what is open to all',
  'post /giftCardSetup/{id}/test':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /giftCardSetup/{id}/tests':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /giftCardSetup/{id}/tests/events':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'post /giftCardSetup/{id}/state':
    'serves all stores: tests/api/core/integrations/integrations.test.ts',
  'get /giftCardSetup/{id}/balances': 'what the account at Runa holds, of no store',
  'post /giftCardSetup/{id}/balances':
    'an account for all stores alone: tests/api/areas/giftCards/giftCards.test.ts',
  'post /giftCardSetup/{id}/freeze':
    'an account for all stores alone: tests/api/areas/giftCards/giftCards.test.ts',
  'post /giftCardProducts/sync':
    'an account for all stores alone: tests/api/areas/giftCards/giftCardTemplates.test.ts',
  'post /giftCardTemplates/{id}/test': 'an account for all stores alone, as the catalogue',
  'post /giftCardTemplates/{id}/cards': 'of a store that the account is for, as the test above it',
  'post /giftCardTemplates/{id}/duplicate': 'makes one as its POST does',
  'get /cognitoSetup/{id}/comparison': 'tells of the pool alone',
  'post /paymentSetups/{id}/test':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'get /paymentSetups/{id}/tests': 'what is open to all',
  'get /paymentSetups/{id}/tests/events': 'what is open to all',
  'post /paymentSetups/{id}/state':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'get /paymentSetups/{id}': 'open to all, save what stores of others are called',
  'get /paymentSetups/{id}/events':
    'of orders of the stores: tests/api/areas/payments/paymentSetups.test.ts',
  'post /paymentSetups/{id}/events/{event}/replay':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'post /paymentSetups/{id}/mode':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'get /paymentSetups/{id}/rotation': 'what is open to all',
  'post /paymentSetups/{id}/rotation':
    'for accounts for all stores: tests/api/areas/payments/paymentEvents.test.ts',
  'post /paymentSetups/{id}/duplicate':
    'for accounts for all stores: tests/api/areas/payments/paymentSetups.test.ts',
  'post /sizes/{id}/merge':
    'what is open to all, and what uses it: tests/api/core/bulk/merge.test.ts',
  'post /colors/{id}/merge': 'as of sizes',
  'post /subAttributes/{id}/merge': 'as of sizes',
  'post /themes/{id}/assign':
    'rows of a job, for the stores of who starts it: tests/api/areas/themes/themes.test.ts',
  'post /themes/{id}/status': 'changes it as its PATCH does, which reaches all stores',
  'post /trainingCategories/{id}/status': 'changes it as its PATCH does',
  'post /trainingContent/{id}/status': 'changes it as its PATCH does',
  'get /themes/{id}/settings': 'what is open to all',
  'put /themes/{id}/settings':
    'for accounts for all stores: tests/api/areas/themes/themeVersions.test.ts',
  'get /themeVersions/{id}/rollout': 'tests/api/areas/themes/themeVersions.test.ts',
  'post /themeVersions/{id}/rollout':
    'for accounts for all stores: tests/api/areas/themes/themeVersions.test.ts',
  'post /smtpSettings/{id}/assign': 'as of themes: tests/api/areas/email/mails.test.ts',
  'post /smtpSettings/{id}/duplicate':
    'for accounts for all stores: tests/api/areas/email/mails.test.ts',
  'post /smtpSettings/{id}/test': 'as its duplicate',
  'post /smtpSettings/{id}/state': 'as its duplicate',
  'get /smtpSettings/{id}/tests': 'what is open to all',
  'get /smtpSettings/{id}/tests/events': 'what is open to all',
  'get /mails/{id}': 'tests/api/areas/email/mails.test.ts',
  'post /mails/{id}/retry': 'as reading one',
  'get /integrations/expiries':
    'what ends of the stores: tests/api/core/integrations/integrations.test.ts',
  'post /signOnMetadata': 'reads what others publish, and writes nothing',
  'get /memberNames':
    'of stores that the account sees: tests/api/areas/members/memberGroups.test.ts',
  'get /memberGroupPreview':
    'of a store that the account sees: tests/api/areas/members/memberGroups.test.ts',
  'post /paymentAttempts/retries':
    'rows of a job, for the stores of who starts it: tests/api/areas/payments/attempts.test.ts',
  'get /creditAllowance':
    'of a store and a member that the account sees: tests/api/areas/credits/creditApproval.test.ts',
  'get /dashboard': 'sums, not records: tested below',
  'get /plans/{id}': 'plans of one account: tests/api/core/bulk/plans.test.ts',
  'get /plans/{id}/export': 'as the plan',
}

/** An import is its operator's alone, and is looked at and run as that operator. */
for (const { name, imports } of definitions)
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
      named[call] = 'imports of one account: tests/api/core/imports/importAreas.test.ts'

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema> }
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }
const openapi = buildCalls(null, definitions).find(({ path }) => path === '/openapi.json')
if (openapi?.kind !== 'open') throw new Error('Anyone may read what calls there are')
const document = await openapi.handler({} as never, {} as Platform)
const { paths } = document.body as { paths: Record<string, Record<string, Operation>> }

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody }]) => {
    const [, of = '', ...rest] = path.split('/')
    const resource = definitions.find(({ name }) => name === of)
    const schema = requestBody?.content['application/json']?.schema
    return { name: `${method} ${path}`, method, path, rest: rest.join('/'), resource, schema }
  }),
)
type Covered = Omit<(typeof calls)[number], 'resource'> & { resource: Resource }

/** Every call has the first of these rules that it fits. */
const rules = {
  record: ({ resource, rest }: Covered) => resource.name in ofStores && rest.startsWith('{id}'),
  uses: ({ rest }: Covered) => rest === '{id}/uses',
  list: ({ rest, method }: Covered) => rest === '' && method === 'get',
  export: ({ rest }: Covered) => rest === 'export',
  creation: ({ rest, method }: Covered) =>
    method === 'post' && ['', 'many', 'many/check'].includes(rest),
  order: ({ rest, method }: Covered) => method === 'put' && rest === 'order',
  open: ({ resource, rest }: Covered) =>
    !(resource.name in ofStores) && ['{id}', '{id}/history', '{id}/restore'].includes(rest),
}
type Rule = keyof typeof rules
const ruleOf = (call: (typeof calls)[number]): Rule | undefined => {
  const { resource } = call
  if (!resource || call.name in named) return undefined
  return (Object.keys(rules) as Rule[]).find((rule) => rules[rule]({ ...call, resource }))
}
const covered = (rule: Rule) =>
  calls.flatMap((call) => {
    const { resource } = call
    return resource && ruleOf(call) === rule ? [{ ...call, resource }] : []
  })

test('a rule covers every call that OpenAPI tells of, or it is named with its reason', () => {
  const uncovered = calls.filter((call) => !ruleOf(call)).map(({ name }) => name)
  expect(uncovered.toSorted()).toEqual(Object.keys(named).toSorted())
})

/** A body of this shape: whatever is required, and no more. */
function sampleOf({ type, properties = {}, required, enum: choices, minimum }: Schema): unknown {
  if (Array.isArray(choices)) return choices[0]
  const kind = [type].flat()[0]
  if (kind === 'object') {
    const names = Array.isArray(required) ? required : []
    return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {})]))
  }
  return { integer: minimum ?? 1, array: [], boolean: true, string: 'some text' }[String(kind)]
}

/** Fields that show the stores of the reader alone: tests/api/core/auth/otherStores.test.ts. */
const storeLists = ['storeIds', 'storeMap']

/** An id that no record has. */
const nobodys = 2_000_000_000

describe.each(databases)('an account for some stores on $name', (database) => {
  const platform = usePlatform(database, { seed: true, definitions })
  const db = () => platform().platform.db
  let inside: number[]
  let outside: number[]
  let limited: Caller
  let rest: Caller
  let all: Caller

  const idsOf = async (query: string): Promise<number[]> =>
    (await sql<{ id: number }>`${sql.raw(query)}`.execute(db())).rows.map(({ id }) => id)
  const isIn = (resource: Resource, stores: number[]) =>
    (ofStores[resource.name] ?? 'true').replaceAll('$stores', `'{${stores.join()}}'::int[]`)
  const table = ({ name }: Resource) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const within = (resource: Resource) =>
    idsOf(`select id from ${table(resource)} where ${isIn(resource, inside)} order by id`)
  const without = (resource: Resource) =>
    idsOf(`select id from ${table(resource)} where (${isIn(resource, inside)}) is not true`)
  const firstOf = async (found: Promise<number[]>) => {
    const [id] = await found
    if (id === undefined) throw new Error('There is none')
    return id
  }

  beforeAll(async () => {
    for (const made of tables) await made.up(db())
    // One with another store of its organisation, one with members, one without an organisation.
    const [one = 0] =
      await idsOf(`select min(id) as id from stores where organisation_id is not null
      group by organisation_id having count(*) > 1 order by 1 limit 1`)
    const more = await idsOf(`select id from stores where id <> ${one} order by members desc, id`)
    inside = [one, ...more.slice(0, 2)]
    outside = more.slice(2)
    await insertRows(platform(), organisations, [sampleValues(organisations)])
    const color = { ...sampleValues(colors), position: 1 }
    const [ofInside, ofOutside] = await insertRows(platform(), colors, [
      color,
      { ...color, code: 'OTHER' },
    ])
    const paper = (name: string, storeId: number | null, position: number, colorId?: number) => ({
      name,
      storeId,
      position,
      colorId: colorId ?? null,
    })
    const made = await insertRows(platform(), papers, [
      paper('A', inside[0] ?? 0, 1, ofInside?.id),
      paper('B', outside[0] ?? 0, 2, ofInside?.id),
      paper('C', inside[1] ?? 0, 3),
      paper('D', outside[1] ?? 0, 4, ofOutside?.id),
      paper('of nobody', null, 5),
    ])
    await insertRows(
      platform(),
      sheets,
      made.map(({ id }) => ({ name: `Of ${id}`, paperId: id })),
    )
    // Alerts for some accounts only have tests of their own (creditApproval.test.ts).
    await sql`delete from attention_items where account_ids is not null`.execute(db())
    // One a store: those of the demo data give way.
    await sql`delete from admin_sign_ons`.execute(db())
    await insertRows(
      platform(),
      adminSignOns,
      [inside[0], outside[0]].map((storeId) => ({ ...sampleValues(adminSignOns), storeId })),
    )
    const [here, there] = await insertRows(
      platform(),
      incidents,
      [1, 2].map(() => ({
        ...sampleValues({
          ...(incidents as Resource),
          fields: { ...incidents.fields, ...incidents.derived },
        }),
        status: 'open',
      })),
    )
    for (const [incident, store] of [
      [here, inside[0]],
      [there, outside[0]],
    ] as const)
      await sql`insert into incident_stores values (${incident?.id}, ${store}, 'EUR', 1, 1)`.execute(
        db(),
      )
    await insertRows(
      platform(),
      attentionItems,
      [inside[0], outside[0]].map((store) => ({
        ...sampleValues({
          ...(attentionItems as Resource),
          fields: { ...attentionItems.fields, ...attentionItems.derived },
        }),
        storeIds: [store],
        permission: stores.permission,
      })),
    )
    await insertRows(
      platform(),
      memberSignOns,
      [inside[0], outside[0]].map((storeId) => ({ ...sampleValues(memberSignOns), storeId })),
    )
    for (const of of [stickers, trainingCategories, giftCardTemplates]) {
      const [mine, theirs] = [inside[0] ?? 0, outside[0] ?? 0]
      const made = await insertRows(
        platform(),
        of,
        [[mine], [theirs], [mine, theirs], []].map((storeIds) => ({
          ...sampleValues(of),
          storeIds,
        })),
      )
      if (of.name === trainingCategories.name)
        await insertRows(
          platform(),
          trainingContent,
          made.map(({ id }) => ({ ...sampleValues(trainingContent), categoryId: id })),
        )
    }
    const account = async (storeIds: number[]) =>
      signedIn(platform(), await platform().addAccount(everyRight, storeIds))
    limited = await account(inside)
    rest = await account(outside)
    all = await signedIn(platform())
    // What the clock says of those that were just made is written before they are read.
    for (const { name } of [stickers, giftCardTemplates]) await all('GET', `/${name}`)
  })

  /** How many rows each table has, and which transactions wrote them. */
  /** Every table, to see that nothing was written. The chained log is counted without the entries of rejected calls. */
  async function state() {
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
  const told = ({ status, body }: Answered) => ({ status, body: { ...body, requestId: '' } })
  const everything = async (call: Caller, path: string): Promise<AnyRecord[]> => {
    const found: AnyRecord[] = []
    for (let after: string | null = ''; after !== null;) {
      const { status, body } = await call('GET', `${path}&limit=100${after && `&after=${after}`}`)
      expect(status, JSON.stringify(body)).toBe(200)
      found.push(...body.data)
      expect(body.page.total).toBeGreaterThanOrEqual(found.length)
      after = body.page.next
      if (after === null) expect(body.page.total).toBe(found.length)
    }
    return found
  }

  test.each(shareOf(database, covered('record')))(
    '$name: as if it were not there',
    async (call) => {
      const { method, path, resource, schema } = call
      const at = (id: number) => path.replace('{id}', String(id))
      const options = { ...(schema ? { body: sampleOf(schema) } : {}), ifMatch: 999, leaves: true }
      const before = await state()
      const elsewhere = await limited(method, at(await firstOf(without(resource))), options)
      expect(told(elsewhere)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(told(elsewhere)).toEqual(told(await limited(method, at(nobodys), options)))
      expect(await state()).toEqual(before)
      const own = await limited(method, at(await firstOf(within(resource))), options)
      expect(own.status, JSON.stringify(own.body)).not.toBe(404)
      if (method === 'get') expect(own.status).toBe(200)
    },
  )

  test.each(shareOf(database, covered('list')))(
    '$name: those in its stores, and counts of them',
    async (call) => {
      const { path, resource } = call
      const ids = new Set(await within(resource))
      const { search, columns } = resource
      const field = resource.fields[resource.scope ?? '']
      for (const query of [
        '',
        'search=a',
        `sort=-${columns.find((name) => getSortableColumns(resource).includes(name))}`,
        `filter[${search[0]}][contains]=e`,
        ...(field ? [`filter[${resource.scope}][contains]=a`] : []),
      ]) {
        const expected = (await everything(all, `${path}?${query}`)).filter(({ id }) => ids.has(id))
        const shown = await everything(limited, `${path}?${query}`)
        // What is counted and named is told as far as its stores reach.
        const told = new Set(['stores', 'labels', 'failures', 'stake', 'stakes', ...storeLists])
        const same = (record: AnyRecord) =>
          Object.fromEntries(Object.entries(record).filter(([name]) => !told.has(name)))
        expect(shown.map(same), query).toEqual(expected.map(same))
      }
      if (resource.scope) {
        const query = `filter[${resource.scope}][eq]=${outside[0]}`
        expect(await everything(limited, `${path}?${query}`)).toEqual([])
      }
      if (!resource.tabs) return
      const { counts } = (await limited('GET', `${path}?counts=${resource.tabs}`)).body
      const totals = Object.values<{ total: number }>(counts).map(({ total }) => total)
      expect(totals.reduce((sum, total) => sum + total)).toBe(ids.size)
    },
  )

  test.each(shareOf(database, covered('export')))(
    '$name: those in its stores',
    async ({ path, resource }) => {
      const idsIn = async (query = '') => {
        const { status, body } = await limited('GET', `${path}?format=ndjson&columns=id${query}`)
        expect(status).toBe(200)
        const lines = String(body).split('\n').filter(Boolean)
        return lines.map((line): number => JSON.parse(line).id).toSorted((a, b) => a - b)
      }
      expect(await idsIn()).toEqual(await within(resource))
      const [elsewhere] = await without(resource)
      if (elsewhere !== undefined) expect(await idsIn(`&ids=${elsewhere}`)).toEqual([])
      if (!resource.scope) return
      const other = await limited('GET', `${path}?filter[${resource.scope}][eq]=${outside[0]}`)
      expect(other.status).toBe(404)
    },
  )

  test.each(shareOf(database, covered('creation')))(
    '$name: what leads out of its stores is refused as what does not exist',
    async ({ method, path, resource, rest: part }) => {
      const leading = Object.entries(resource.fields).filter(
        ([, { kind, target: to }]) => kind === 'reference' && to && to.name in ofStores,
      )
      for (const [name, { target: to }] of leading) {
        const target = definitions.find((one) => one.name === to?.name) ?? resource
        const send = (id: number) => {
          const values = { ...sampleValues(resource), storeId: inside[0], [name]: id }
          const known = Object.entries(values).filter(([one]) => one in resource.fields)
          const record = Object.fromEntries(known)
          return limited(method, path, { body: part === '' ? record : { records: [record] } })
        }
        const before = await state()
        const refused = told(await send(await firstOf(without(target))))
        const missing = told(await send(nobodys))
        const errors = ({ body }: Answered) => body.fields ?? body.rows[0].fields
        expect(errors(refused as Answered)[name]).toContain("doesn't exist")
        expect(errors(refused as Answered)[name]).toEqual(errors(missing as Answered)[name])
        expect(await state()).toEqual(before)
      }
    },
  )

  /** Parts of a record are ordered among themselves: those of these that belong to the same one as the first. */
  const siblings = (resource: Resource, [first = 0, ...more]: number[]) => {
    const whole = (resource.parent ?? "''").replace(
      /[A-Z]/g,
      (letter) => `_${letter.toLowerCase()}`,
    )
    return idsOf(`select id from ${table(resource)} where id in (${[first, ...more].join()})
      and ${whole} = (select ${whole} from ${table(resource)} where id = ${first}) order by id`)
  }

  test.each(covered('order'))('$name: of its stores alone', async ({ path, resource }) => {
    const own = await siblings(resource, await within(resource))
    const others = resource.name in ofStores ? await without(resource) : []
    const versions = () =>
      idsOf(`select version as id from ${table(resource)} where id in (${[0, ...others].join()})`)
    const before = await versions()
    const mixed = await limited('PUT', path, { body: { ids: [...own, ...others] } })
    if (others.length > 0) expect(mixed.status).toBe(422)
    const moved = await limited('PUT', path, { body: { ids: own.toReversed() } })
    // Of training some is for all stores, and moves as well.
    expect(moved.status).toBe(/training/.test(resource.name) ? 403 : 204)
    expect(await versions()).toEqual(before)
  })

  test.each(shareOf(database, covered('uses')))(
    '$name: counts what its stores use',
    async ({ resource }) => {
      if (resource.name !== colors.name) return // Nothing in a store refers to the others.
      const [shared = 0, foreign = 0] = await idsOf(
        'select color_id as id from papers where color_id is not null group by 1 order by 1',
      )
      const uses = async (call: Caller, id: number) =>
        (await call('GET', `/colors/${id}/uses`)).body.data
      expect(await uses(all, shared)).toEqual([{ kind: 'paper', count: 2, examples: ['A', 'B'] }])
      expect(await uses(limited, shared)).toEqual([{ kind: 'paper', count: 1, examples: ['A'] }])
      expect(await uses(limited, foreign)).toEqual([])
      // It stays, although nothing that the account sees keeps it.
      expect(await limited('DELETE', `/colors/${foreign}`)).toMatchObject({
        status: 409,
        body: { code: 'in_use', uses: [], detail: expect.stringContaining("don't manage") },
      })
    },
  )

  test.each(covered('open').filter(({ method }) => method === 'get'))(
    '$name: open to all',
    async ({ path, resource }) => {
      const id = await firstOf(within(resource))
      const [mine, theirs] = [limited, all].map((call) =>
        call('GET', path.replace('{id}', `${id}`)),
      )
      // Lists and counts of stores are of the account's own.
      const ofStores = [...storeLists, 'stores']
      const withoutStores = (body: AnyRecord) =>
        Object.fromEntries(Object.entries(body).filter(([name]) => !ofStores.includes(name)))
      expect(withoutStores((await mine)?.body)).toEqual(withoutStores((await theirs)?.body))
    },
  )

  test('what all stores inherit is changed by accounts for all stores', async () => {
    const before = await state()
    const change = { body: { supportEmail: 'new@example.com' }, ifMatch: 1 }
    expect(await limited('PATCH', '/storeDefaults/1', change)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('all stores') },
    })
    expect(await state()).toEqual(before)
    expect((await all('PATCH', '/storeDefaults/1', change)).status).toBe(409)
  })

  test('a change that would take a record out of its stores is refused', async () => {
    const id = await firstOf(within(papers))
    const ifMatch = (await limited('GET', `/papers/${id}`)).body.version
    const move = (storeId: number | null) =>
      limited('PATCH', `/papers/${id}`, { body: { storeId }, ifMatch })
    const gone = { status: 422, body: { fields: { storeId: expect.stringContaining('exist') } } }
    expect(await move(outside[0] ?? 0)).toMatchObject(gone)
    const required = { status: 422, body: { fields: { storeId: 'Store is a required field' } } }
    expect(await move(null)).toMatchObject(required)
    expect(await limited('POST', '/papers', { body: { name: 'Of nobody' } })).toMatchObject(
      required,
    )
  })

  test('an incident of its stores and of others it reads and leaves as it is, and so what needs attention', async () => {
    const sample = (resource: Resource) =>
      sampleValues({ ...resource, fields: { ...resource.fields, ...resource.derived } })
    const [shared, own] = await insertRows(
      platform(),
      incidents,
      [1, 2].map(() => ({ ...sample(incidents), status: 'open' })),
    )
    const ids = [shared?.id ?? 0, own?.id ?? 0]
    const both = [inside[0] ?? 0, outside[0] ?? 0]
    for (const [at, storeIds] of [both, both.slice(0, 1)].entries())
      for (const id of storeIds)
        await sql`insert into incident_stores values (${ids[at]}, ${id}, 'EUR', 1, 1)`.execute(db())
    const items = await insertRows(
      platform(),
      attentionItems,
      [both, both.slice(0, 1)].map((storeIds, at) => ({
        ...sample(attentionItems),
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
    const before = await state()
    expect((await limited('GET', `/incidents/${ids[0]}`)).body.stores).toBe(1)
    for (const refused of await send(limited, 0))
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'forbidden', detail: expect.stringContaining("you don't manage") },
      })
    expect(await state()).toEqual(before)
    for (const [call, at] of [
      [limited, 1],
      [all, 0],
    ] as const)
      expect((await send(call, at)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await sql`delete from attention_items where id = any(${items.map(({ id }) => id)})`.execute(
      db(),
    )
    await sql`delete from incidents where id = any(${ids})`.execute(db())
  })

  test.each([stickers, trainingCategories, giftCardTemplates].map((of): Resource => of))(
    '$name: of all its stores is who writes one, of all stores where it names none',
    async (of) => {
      const [mine, theirs] = [inside[0] ?? 0, outside[0] ?? 0]
      const { name, label } = of
      const made = async (storeIds: number[]) =>
        (await insertRows(platform(), of, [{ ...sampleValues(of), storeIds }]))[0]?.id ?? 0
      const [own, shared, whole] = [await made([mine]), await made([mine, theirs]), await made([])]
      const create = (storeIds: number[]) => {
        const body = { ...sampleValues(of), storeIds }
        return limited('POST', `/${name}`, { body })
      }
      const change = (id: number, body: object) =>
        limited('PATCH', `/${name}/${id}`, { body, ifMatch: 1 })
      const plan = async (action: string, ids: number[], values: object) =>
        (await limited('POST', `/${name}/bulk/plan`, { body: { action, ids, values } })).body
      const before = await state()
      const refused = (told: string) => ({
        status: 403,
        body: { detail: expect.stringContaining(told) },
      })
      expect(await create([])).toMatchObject({
        status: 422,
        body: { fields: { storeIds: expect.stringContaining('Choose') } },
      })
      expect(await create([mine, theirs])).toMatchObject(refused("don't manage"))
      expect(await change(own, { storeIds: [] })).toMatchObject(refused('applies to all stores'))
      expect(await change(own, { storeIds: [mine, theirs] })).toMatchObject(refused("don't manage"))
      expect(await change(whole, { storeIds: [mine] })).toMatchObject(
        refused('applies to all stores'),
      )
      expect(await change(shared, { storeIds: [mine] })).toMatchObject(refused("don't manage"))
      expect(await limited('DELETE', `/${name}/${whole}`)).toMatchObject(
        refused('applies to all stores'),
      )
      expect(await limited('DELETE', `/${name}/${shared}`)).toMatchObject(refused("don't manage"))
      expect(await state()).toEqual(before)
      const widened = await plan('change', [own, shared, whole], { storeIds: [mine, inside[1]] })
      expect(widened.counts).toMatchObject({ changes: 1, refused: 2 })
      const gone = await plan('delete', [own, shared, whole], {})
      expect(gone.counts).toMatchObject({ changes: 1, refused: 2 })
      const text = { [label]: sampleValues(of)[label] }
      expect((await change(own, text)).status).toBe(200)
      expect((await limited('DELETE', `/${name}/${own}`)).status).toBe(204)
      await all('DELETE', `/${name}/${shared}`)
      const restored = await limited('POST', `/${name}/${shared}/restore`, { ifMatch: 1 })
      expect(restored.status).toBe(403)
    },
  )

  test('content of training is of the stores of its category', async () => {
    const [mine, theirs] = [inside[0] ?? 0, outside[0] ?? 0]
    for (const [storeIds, status] of [
      [[mine], 200],
      [[mine, theirs], 403],
      [[], 403],
    ] as const) {
      const category = { ...sampleValues(trainingCategories), storeIds }
      const [made] = await insertRows(platform(), trainingCategories, [category])
      const part = { ...sampleValues(trainingContent), categoryId: made?.id ?? 0 }
      const [first, second] = await insertRows(platform(), trainingContent, [part, part])
      const ids = [second?.id, first?.id]
      const order = await limited('PUT', '/trainingContent/order', { body: { ids } })
      expect(order.status).toBe(status === 200 ? 204 : 403)
      const { version } = (await limited('GET', `/trainingContent/${first?.id}`)).body
      const path = `/trainingContent/${first?.id}`
      const changed = await limited('PATCH', path, { body: { title: 'Other' }, ifMatch: version })
      expect(changed.status).toBe(status)
    }
  })

  test('what was deleted outside of them is restored by nobody else', async () => {
    const row = { name: 'F', storeId: outside[0] ?? 0 }
    const { id } = (await all('POST', '/papers', { body: row })).body
    expect((await all('DELETE', `/papers/${id}`)).status).toBe(204)
    const restore = (call: Caller) => call('POST', `/papers/${id}/restore`, { ifMatch: 1 })
    expect((await restore(limited)).status).toBe(404)
    expect((await restore(all)).status).toBeLessThan(300)
    await all('DELETE', `/papers/${id}`)
  })

  test('what a record leads to outside of them is not named, nor found by its name', async () => {
    const foreign = await firstOf(without(organisations))
    await sql`update organisations set name = 'Outsiders' where id = ${foreign}`.execute(db())
    const row = { name: 'E', storeId: inside[0], organisationId: foreign }
    const [made] = await insertRows(platform(), papers, [row])
    const path = `/papers/${made?.id}`
    const found = async (call: Caller, query: string) =>
      (await call('GET', `/papers?${query}`)).body.page.total
    for (const query of ['search=outsiders', 'filter[organisationId][contains]=outsiders']) {
      expect(await found(all, query)).toBe(1)
      expect(await found(limited, query)).toBe(0)
    }
    expect((await all('GET', path)).body.labels).toHaveProperty('organisationId', 'Outsiders')
    expect((await limited('GET', path)).body.labels).not.toHaveProperty('organisationId')
    expect((await limited('DELETE', path)).status).toBe(204)
  })

  test('organisations count the stores that it sees, also where they are sorted and filtered by it', async () => {
    const shown = await everything(limited, '/organisations?sort=-stores')
    const counts = new Map<number, number>()
    for (const id of await idsOf(`select organisation_id as id from stores
      where organisation_id is not null and id = any('{${inside.join()}}')`))
      counts.set(id, (counts.get(id) ?? 0) + 1)
    expect(shown.map(({ id, stores: own }) => [id, own])).toEqual(
      shown.map(({ id }) => [id, counts.get(id) ?? 0]),
    )
    expect(shown.map((one) => Number(one['stores']))).toEqual(
      shown.map((one) => Number(one['stores'])).toSorted((one, other) => other - one),
    )
    const [first] = shown
    expect((await limited('GET', `/organisations/${first?.id}`)).body.stores).toBe(
      first?.['stores'],
    )
    const changed = await limited('PATCH', `/organisations/${first?.id}`, {
      body: { notes: 'Seen' },
      ifMatch: first?.version ?? 0,
    })
    expect(changed.body).toMatchObject({ notes: 'Seen', stores: first?.['stores'] })
  })

  test('the figures of the dashboard are those of its stores', async () => {
    const [whole, mine, others] = await Promise.all(
      [all, limited, rest].map(async (call) => (await call('GET', '/dashboard')).body),
    )
    for (const path of [
      ['stores', 'all'],
      ['stores', 'active'],
      ['integrations', 'degraded'],
      ['orders', 'now'],
      ['paymentsFailed', 'now'],
      ['mailSent', 'now'],
    ] as const) {
      const figure = (body: typeof whole) => body[path[0]][path[1]]
      expect(figure(mine) + figure(others), path.join()).toBe(figure(whole))
    }
    expect(mine.stores.all).toBe(inside.length)
    expect(mine.orders.now).toBeGreaterThan(0)
    expect(mine.orders.now).toBeLessThan(whole.orders.now)
    type Counted = Record<string, unknown>[]
    const sum = (list: Counted, name: string) =>
      list.reduce((total, one) => total + Number(one[name]), 0)
    for (const [list, name] of [
      ['failedByReason', 'now'],
      ['revenue', 'now'],
      ['credits', 'expiring'],
    ] as const)
      expect(sum(mine[list], name) + sum(others[list], name), list).toBe(sum(whole[list], name))
  })

  test('of the audit log it sees what happened in its stores, and to what belongs to none', async () => {
    const { email } = platform().operator
    await sql`insert into audit (time, actor, event, target_type, target_id, label, store_id, request_id, ip, changes)
      select now(), ${email}, 'x.changed', type, 1, label, store, '', '', '{}' from (values
        ('members', 'Mine', ${inside[0]}::int), ('members', 'Theirs', ${outside[0]}::int),
        ('sizes', 'Open', null), ('organisations', 'Company', null), ('papers', 'Nobody', null)
      ) as entry (type, label, store)`.execute(db())
    const labels = async (call: Caller) =>
      (await everything(call, '/audit?')).flatMap(({ event, label }) =>
        event === 'x.changed' ? [String(label)] : [],
      )
    expect((await labels(all)).toSorted()).toEqual(['Company', 'Mine', 'Nobody', 'Open', 'Theirs'])
    expect((await labels(limited)).toSorted()).toEqual(['Mine', 'Open'])
    expect((await labels(rest)).toSorted()).toEqual(['Open', 'Theirs'])
  })

  test('whether a code is taken tells nothing of who has it', async () => {
    const ask = async (call: Caller, id: number) => {
      const { rows } = await sql<{ code: string }>`
        select code from stores where id = ${id}`.execute(db())
      const query = `field=code&value=${rows[0]?.code}&except=${id}`
      return (await call('GET', `/stores/available?${query}`)).body
    }
    const free = { available: true, message: null }
    expect(await ask(limited, inside[0] ?? 0)).toEqual(free)
    const taken = { available: false, message: 'Code is already used' }
    expect(await ask(limited, outside[0] ?? 0)).toEqual(taken)
    expect(await ask(all, outside[0] ?? 0)).toEqual(free)
  })

  test('a store that it makes is one of its own, and no other account’s of some stores', async () => {
    const values: Record<string, unknown> = {
      ...sampleValues(stores),
      organisationId: null,
    }
    const { status, body } = await limited('POST', '/stores', { body: values })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ name: values['name'], status: 'draft' })
    const duplicate = await limited('POST', `/stores/${body.id}/duplicate`, {
      body: { values: { name: 'Second', code: 'second', subdomain: 'second' }, sections: [] },
    })
    expect(duplicate.status, JSON.stringify(duplicate.body)).toBe(201)
    for (const { id } of [body, duplicate.body]) {
      expect((await limited('GET', `/stores/${id}`)).status).toBe(200)
      expect((await all('GET', `/stores/${id}`)).status).toBe(200)
      expect((await rest('GET', `/stores/${id}`)).status).toBe(404)
    }
    inside.push(body.id, duplicate.body.id)
  })

  test('an account whose last store is gone is for none, not for all', async () => {
    const none = await signedIn(platform(), await platform().addAccount(everyRight, []))
    for (const path of ['/stores', '/members', '/papers'])
      expect((await none('GET', path)).body).toMatchObject({ data: [], page: { total: 0 } })
    expect((await none('GET', '/dashboard')).body.stores).toEqual({ active: 0, all: 0 })
  })
})
