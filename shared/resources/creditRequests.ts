import { date, instant, money, optional, reference, select, text } from '../engine/fields/fields.ts'
import { defineResource } from '../engine/resource.ts'
import { creditEntryReference, creditRequestReference } from '../credits/creditReferences.ts'
import { approvalStates, creditUnits, unitOfStore } from '../credits/approval.ts'
import { points } from '../money.ts'
import { members } from './members.ts'
import { storeReference } from '../stores/storeReference.ts'

const { name, path, title } = creditRequestReference

/** What operators ask the ledger of credits to enter: at once, or when a second one approves (shared/credits/approval.ts). */
export const creditRequests = defineResource({
  name,
  path,
  title,
  about: 'What operators issued and debited, and what waits for a second one to approve it.',
  noBulk: 'A request is decided by itself, by a second operator.',
  permission: 'dashboardRead',
  fields: {
    reason: text('Reason', { max: 200 }),
    type: select('Type', { issue: 'Issue', debit: 'Debit' }, { initial: 'issue' }),
    storeId: reference('Store', storeReference, { fills: { unit: unitOfStore } }),
    memberId: reference('Member', members, {
      inStoreOf: 'storeId',
      hint: 'One of the store that is chosen.',
    }),
    expiresOn: optional(
      date('Expires after', { hint: 'The last day to spend them. Leave empty for never.' }),
    ),
    amount: money('Amount', { currencyOf: 'unit', min: 1 }),
    unit: select('Unit', creditUnits, {
      initial: points,
      hint: 'The one that the store counts in.',
    }),
    reference: optional(text('Reference', { max: 80 })),
  },
  derived: {
    state: select('State', approvalStates),
    decidedBy: optional(text('Decided by', { max: 120 })),
    decidedAt: optional(instant('Decided')),
    decisionReason: optional(text('Why it was decided so', { max: 200 })),
    entryId: optional(reference('Entry', creditEntryReference)),
    reverses: optional(reference('Takes back', creditEntryReference)),
  },
  /** The account of who asked; null where none was kept. */
  also: ['askerId'],
  sections: [
    { title: 'Whose', fields: ['storeId', 'memberId'] },
    { title: 'What', fields: ['type', 'amount', 'unit'] },
    {
      title: 'How long it lasts',
      fields: ['expiresOn'],
      only: { field: 'type', values: ['issue'] },
    },
    { title: 'Why', fields: ['reason', 'reference'] },
  ],
  scope: 'storeId',
  writes: ['create'],
  columns: ['reason', 'type', 'memberId', 'storeId', 'amount', 'state'],
  tabs: 'state',
  search: ['reason', 'reference'],
  searchThrough: ['memberId', 'storeId'],
  imports: { key: ['storeId', 'reference'], only: 'create' },
  sort: '-createdAt',
  label: 'reason',
})
