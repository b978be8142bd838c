import { instant, integer, optional, reference, select, text } from '../engine/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { members } from '../resources/members.ts'

/** The kinds of entries in the ledger of credits (screens.md, Credits). */
export const creditTypes = {
  issue: 'Issued',
  redeem: 'Redeemed',
  expire: 'Expired',
  reverse: 'Reversed',
  adjust: 'Adjusted',
} as const

/**
 * The ledger's entries as a definition: labels and kinds of their columns. They are only read, by a call of their own.
 * Amounts are signed: points, or minor units of the currency that `unit` names.
 */
export const creditEntries = defineResource({
  name: 'creditEntries',
  path: '/credits',
  title: { one: 'entry', many: 'entries' },
  about: 'Credits that members were given, and what became of them.',
  permission: 'storesRead',
  fields: {
    enteredAt: instant('Time'),
    memberId: reference('Member', members),
    type: select('Type', creditTypes),
    amount: integer('Amount'),
    unit: text('Unit', { max: 10 }),
    balance: integer('Balance after'),
    reason: text('Reason', { max: 200 }),
    expiresAt: optional(instant('Expires')),
    issuedBy: text('Issued by', { max: 120 }),
  },
  writes: [],
  columns: [
    'enteredAt',
    'memberId',
    'type',
    'amount',
    'unit',
    'balance',
    'reason',
    'expiresAt',
    'issuedBy',
  ],
  search: ['reason'],
  sort: 'enteredAt',
  label: 'reason',
  unique: [],
})
