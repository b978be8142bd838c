import { text } from '#shared/engine/fields/fields.ts'

/**
 * The fields of a ledger entry that references use. Entries are read-only, so a reference can't
 * create one.
 */
export const creditEntryReference = {
  name: 'creditEntries',
  path: '/credits',
  title: { one: 'ledger entry', many: 'credits' },
  permission: 'dashboardRead',
  label: 'reason',
  sort: '-enteredAt',
  scope: 'storeId',
  readOnly: true,
  fields: { issuedBy: text('Entered by', { max: 120 }) },
  disambiguatingFields: ['issuedBy'],
} as const

/** The fields of a credit request that references use. */
export const creditRequestReference = {
  ...creditEntryReference,
  name: 'creditRequests',
  path: '/credits?requests',
  title: { one: 'credit request', many: 'credit requests' },
  sort: '-createdAt',
  fields: {},
  disambiguatingFields: [],
} as const
