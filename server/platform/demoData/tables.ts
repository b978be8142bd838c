/** Tables whose row IDs the generator assigns, because other rows refer to them. */
export const numberedTables = [
  'organisations',
  'stores',
  'memberGroups',
  'members',
  'orders',
  'paymentAttempts',
  'creditEntries',
  'giftCards',
] as const

export type NumberedTable = (typeof numberedTables)[number]

/** All tables, each after the tables that its rows refer to. */
export const demoTables = [
  ...numberedTables,
  'mails',
  'integrations',
  'products',
  'storeDays',
  'audit',
] as const

export type DemoTable = (typeof demoTables)[number]

export type RowBatch = { table: DemoTable; rows: readonly object[] }
