import {
  actor,
  date,
  instant,
  money,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { creditReasonField } from './creditEntries.ts'
import { approvalStates, creditUnits, getStoreCreditUnit } from './approval.ts'
import { points } from '#shared/format/money.ts'

/**
 * Requests to enter credits in the ledger: entered at once, or after a second operator approves
 * (approval.ts).
 */
export const creditRequests = defineResource({
  name: 'creditRequests',
  path: '/credits?requests',
  title: { one: 'credit request', many: 'credit requests' },
  about:
    'Credit requests show the credits that operators issue or debit, including those waiting for approval.',
  permission: 'dashboardRead',
  fields: {
    reason: creditReasonField,
    type: select('Type', { issue: 'Issue', debit: 'Debit' }, { initial: 'issue' }),
    storeId: reference('Store', { name: 'stores', autofill: { unit: getStoreCreditUnit } }),
    memberId: reference('Member', 'members', {
      storeField: 'storeId',
      hint: 'Choose a member of the selected store.',
    }),
    expiresOn: optional(
      date('Expires after', {
        hint: "The last day the member can spend the credits. Leave blank if they don't expire.",
      }),
    ),
    amount: money('Amount', { currencyField: 'unit', min: 1 }),
    unit: select('Unit', creditUnits, {
      initial: points,
      hint: "Must match the store's unit.",
    }),
    reference: optional(text('Reference', { max: 80 })),
  },
  derived: {
    state: select('Status', approvalStates),
    decidedBy: optional(actor('Reviewed by')),
    decidedAt: optional(instant('Decided')),
    decisionReason: optional(text('Decision reason', { max: 200 })),
    entryId: optional(reference('Entry', 'creditEntries')),
    reverses: optional(reference('Reverses', 'creditEntries')),
  },
  list: {
    columns: ['reason', 'type', 'memberId', 'storeId', 'amount', 'state'],
    tabs: 'state',
    search: ['reason', 'reference'],
    sort: '-createdAt',
  },
  form: {
    sections: [
      { title: 'Member', fields: ['storeId', 'memberId'] },
      { title: 'Credits', fields: ['type', 'amount', 'unit'] },
      {
        title: 'Expiration',
        fields: ['expiresOn'],
        visibleWhen: { field: 'type', values: ['issue'] },
      },
      { title: 'Reason', fields: ['reason', 'reference'] },
    ],
  },
  api: {
    comments: true,
    writes: ['create'],
    import: { key: ['storeId', 'reference'], only: 'create' },
    noBulkReason: 'A second operator approves or rejects credit requests one at a time.',
    /** The requester's account; null if none was saved. */
    extraColumns: ['askerId'],
  },
  relations: { label: 'reason', scope: 'storeId' },
})
