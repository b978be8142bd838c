import {
  actor,
  instant,
  money,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** Types of ledger entries (screens.md, Credits). */
export const creditTypes = {
  issue: 'Issued',
  redeem: 'Redeemed',
  expire: 'Expired',
  reverse: 'Reversed',
  adjust: 'Adjusted',
} as const

/** Why an operator issues, debits, reverses, or expires credits, or rejects a request. */
export const creditReasonField = text('Reason', { max: 200 })

/**
 * Ledger entries, which can't be changed. Amounts are signed: points, or minor units of the
 * currency in `unit`.
 */
export const creditEntries = defineResource({
  name: 'creditEntries',
  path: '/credits',
  title: { one: 'ledger entry', many: 'ledger entries', list: 'credits' },
  about:
    "Ledger entries show every change to members' credits. They appear once you issue credits.",
  permission: 'dashboardRead',
  fields: {
    enteredAt: instant('Time'),
    memberId: reference('Member', 'members'),
    storeId: reference('Store', 'stores'),
    type: select('Type', creditTypes),
    amount: money('Amount', { currencyField: 'unit' }),
    unit: text('Unit', { max: 10 }),
    balance: { ...money('Balance after', { currencyField: 'unit' }), heading: 'Balance' },
    reason: creditReasonField,
    expiresAt: optional(instant('Expires')),
    issuedBy: actor('Entered by'),
    reference: optional(text('Reference', { max: 80 })),
  },
  derived: {
    /** The member's group at the time of the entry. */
    groupId: optional(reference('Group', 'memberGroups')),
    reverses: optional(reference('Reverses', 'creditEntries')),
  },
  list: {
    columns: ['enteredAt', 'memberId', 'storeId', 'type', 'amount', 'reason'],
    search: ['reason', 'issuedBy'],
    sort: '-enteredAt',
    card: ['expiresAt', 'storeId', 'reason'],
    large: true,
  },
  api: {
    writes: [],
    appendOnly: ['enteredAt', 'expiresAt'],
    hasCustomBulk: true,
    extraFields: {
      /** The rest of this entry that the member still has; null for entries that took credits. */
      remaining: optional(money('Remaining', { currencyField: 'unit' })),
      reversedBy: optional(reference('Reversed by', 'creditEntries')),
      /** The reversal request that waits for a second operator. */
      reversalId: optional(reference('Reversal request', 'creditRequests')),
    },
  },
  relations: { label: 'reason', scope: 'storeId', disambiguatingFields: ['issuedBy'] },
})
