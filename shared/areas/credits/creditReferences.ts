import { text } from '#shared/engine/fields/fields.ts'

/** What a reference to an entry of the ledger knows of it: it is read, and nobody makes one there. */
export const creditEntryReference = {
  name: 'creditEntries',
  path: '/credits',
  title: { one: 'ledger entry', many: 'credits' },
  permission: 'dashboardRead',
  label: 'reason',
  sort: '-enteredAt',
  scope: 'storeId',
  readOnly: true,
  fields: { issuedBy: text('Issued by', { max: 120 }) },
  disambiguatingFields: ['issuedBy'],
} as const

/** The same of what the ledger was asked to enter. */
export const creditRequestReference = {
  ...creditEntryReference,
  name: 'creditRequests',
  path: '/credits?requests',
  title: { one: 'credit request', many: 'credit requests' },
  sort: '-createdAt',
  fields: {},
  disambiguatingFields: [],
} as const
