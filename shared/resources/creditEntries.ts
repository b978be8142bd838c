import { instant, integer, money, optional, reference, select, text } from '../engine/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { memberGroups } from './memberGroups.ts'
import { members } from './members.ts'
import { storeReference } from '../stores/storeReference.ts'

/** The kinds of entries in the ledger of credits (screens.md, Credits). */
export const creditTypes = {
  issue: 'Issue',
  redeem: 'Redeem',
  expire: 'Expire',
  reverse: 'Reverse',
  adjust: 'Adjust',
} as const

/** The ledger's entries, which nobody changes. Amounts are signed: points, or minor units of the currency that `unit` names. */
export const creditEntries = defineResource({
  name: 'creditEntries',
  path: '/credits',
  title: { one: 'entry of the credits', many: 'credits' },
  about: 'Once credits are issued to members, each entry of the ledger stands here.',
  noBulk: 'The ledger is only added to: an entry is taken back by another one.',
  permission: 'dashboardRead',
  fields: {
    enteredAt: instant('Time'),
    memberId: reference('Member', members),
    storeId: reference('Store', storeReference),
    type: select('Type', creditTypes),
    amount: money('Amount', { currencyOf: 'unit' }),
    unit: text('Unit', { max: 10 }),
    balance: { ...money('Balance after', { currencyOf: 'unit' }), head: 'Balance' },
    reason: text('Reason', { max: 200 }),
    expiresAt: optional(instant('Expires')),
    issuedBy: text('Issued by', { max: 120 }),
    reference: optional(text('Reference', { max: 80 })),
  },
  derived: {
    /** The group that the member was in when it was entered. */
    groupId: optional(reference('Group', memberGroups)),
    reverses: optional(integer('Takes back entry')),
  },
  scope: 'storeId',
  writes: [],
  entries: ['enteredAt'],
  columns: ['enteredAt', 'memberId', 'storeId', 'type', 'amount', 'reason'],
  search: ['reason', 'issuedBy'],
  searchThrough: ['memberId', 'storeId'],
  large: true,
  sort: '-enteredAt',
  label: 'reason',
})
