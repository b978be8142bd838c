import { instant, integer, optional, reference, select, text } from '../engine/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { members } from '../resources/members.ts'
import { stores } from '../resources/stores.ts'

/** The kinds of entries in the ledger of credits (screens.md, Credits). */
export const creditTypes = {
  issue: 'Issued',
  redeem: 'Redeemed',
  expire: 'Expired',
  reverse: 'Reversed',
  adjust: 'Adjusted',
} as const

/**
 * The ledger's entries, which are only read, so far those of a store: the platform lists them in a call of its own. Amounts are signed: points, or minor units of the currency that `unit` names.
 */
export const creditEntries = defineResource({
  name: 'creditEntries',
  path: '/credits',
  title: { one: 'entry of the ledger', many: 'entries of the ledger' },
  about: 'Entries tell what credits members were given, and what became of them.',
  permission: 'storesRead',
  fields: {
    storeId: reference('Store', stores),
    enteredAt: instant('Time'),
    memberId: reference('Member', members),
    type: select('Type', creditTypes),
    amount: integer('Amount'),
    unit: text('Unit', { max: 10 }),
    balance: integer('Balance after'),
    reason: { ...text('Reason', { max: 200 }), head: 'Reason, issued by' },
    expiresAt: optional(instant('Expires')),
    issuedBy: text('Issued by', { max: 120 }),
  },
  writes: [],
  scope: 'storeId',
  entries: ['enteredAt'],
  columns: [
    'enteredAt',
    'storeId',
    'memberId',
    'type',
    'amount',
    'unit',
    'balance',
    'expiresAt',
    'reason',
  ],
  filters: ['storeId', 'type', 'memberId', 'reason', 'issuedBy', 'enteredAt', 'expiresAt'],
  search: ['reason', 'issuedBy'],
  sort: '-enteredAt',
  label: 'reason',
})
