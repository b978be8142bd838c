import { date, integer, list, optional, secret, select, text } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { storePair } from '../printful/storeMap.ts'
import { standing, standingAlso } from '../integrations/standing.ts'

/** What a token is for. */
export const printfulLevels = { account: 'Account', store: 'One store' } as const

/** What becomes of an order at Printful: a draft waits until somebody there confirms it. */
export const orderModes = { draft: 'Draft', confirm: 'Confirm at once' } as const

/** Accounts at Printful that stores order prints from (screens.md, Print-on-demand setup). */
export const printfulSetup = defineResource({
  name: 'printfulSetup',
  title: { one: 'print-on-demand setup', many: 'print-on-demand setups' },
  about: 'An account at Printful, and which of our stores each of its stores is.',
  permission: 'printful',
  noBulk: 'Each is set up and tested by itself.',
  fields: {
    name: text('Name', { max: 80 }),
    token: secret('Token', { max: 300, hint: 'Scopes cannot be added to a token later.' }),
    level: select('Level', printfulLevels, { initial: 'account' }),
    tokenExpiresOn: optional(
      date('Token expires', { hint: 'Printful tells it once, when the token is made.' }),
    ),
    storeMap: list('Stores', {
      max: 60,
      most: 1000,
      pattern: storePair,
      hint: 'A line each: the id of the store at Printful = the code of ours, 12345 = acme.',
    }),
    orderMode: select('Orders arrive as', orderModes, { initial: 'draft' }),
    limitPerMinute: integer('Calls a minute', {
      min: 1,
      max: 120,
      initial: 100,
      hint: 'Printful takes 120 of all that use the account.',
    }),
  },
  derived: { ...standing },
  also: standingAlso,
  sections: [
    { title: 'Account', fields: ['name', 'token', 'level', 'tokenExpiresOn'] },
    { title: 'Stores', fields: ['storeMap'] },
    { title: 'Orders', fields: ['orderMode', 'limitPerMinute'] },
  ],
  columns: ['name', 'orderMode', 'tokenExpiresOn', 'lastTestAt', 'state'],
  search: ['name'],
  unique: [['name']],
  impact: { one: 'store', many: 'stores' },
})
