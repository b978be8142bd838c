import {
  date,
  integer,
  list,
  optional,
  secret,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { storePairPattern } from '#shared/engine/storePairs.ts'
import { requiredScopes } from './scopes.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'

/** The scope of a token: the whole account, or one store. */
const printfulLevels = { account: 'Account', store: 'One store' } as const

/** How orders are created at Printful. A draft waits until it's confirmed there. */
const orderModes = { draft: 'Draft', confirm: 'Confirmed' } as const

/** Printful accounts from which stores order prints (screens.md, Print-on-demand setup). */
export const printfulSetup = defineResource({
  name: 'printfulSetup',
  title: { one: 'print-on-demand setup', many: 'print-on-demand setups' },
  about: 'A print-on-demand setup connects a Printful account to the stores that use it.',
  permission: 'printful',
  fields: {
    name: text('Name', { max: 80 }),
    token: secret('Token', {
      max: 300,
      hint: `Select all required scopes when you create the token: ${requiredScopes.join(', ')}. You can't add them later.`,
    }),
    level: select('Access level', printfulLevels, { initial: 'account' }),
    tokenExpiresOn: optional(
      date('Token expires', {
        hint: 'Printful shows this date only once, when you create the token.',
      }),
    ),
    storeMap: list('Stores', {
      max: 60,
      maxEntries: 1000,
      pattern: storePairPattern,
      hint: 'Enter the Printful store ID and the store code. For example, 12345 = acme.',
    }),
    orderMode: select('Create orders as', orderModes, { initial: 'draft' }),
    limitPerMinute: integer('Calls per minute', {
      min: 1,
      max: 120,
      initial: 100,
      hint: 'Printful allows 120 calls per minute, shared by all apps that use the account.',
    }),
  },
  derived: { ...integrationFields },
  list: {
    columns: ['name', 'orderMode', 'tokenExpiresOn', 'lastTestAt', 'state'],
    search: ['name'],
  },
  form: {
    sections: [
      { title: 'Account', fields: ['name', 'token', 'level', 'tokenExpiresOn'] },
      { title: 'Stores', fields: ['storeMap'] },
      { title: 'Orders', fields: ['orderMode', 'limitPerMinute'] },
    ],
  },
  api: {
    comments: true,
    unique: [['name']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Change and test one account at a time.',
    extraColumns: integrationColumns,
  },
})
