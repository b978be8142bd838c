import type { FilterOp } from '#shared/engine/fields/kind.ts'

/** Names and descriptions in the API's document. */
export const openapiMessages = {
  title: 'Reference platform',
  newRecord: (name: string) => `New record (${name})`,
  record: (name: string) => `Record (${name})`,
  change: (name: string) => `Change (${name})`,
  filters: {
    eq: (column: string) => `Only records whose ${column} equals this value`,
    contains: (column: string) => `Only records whose ${column} contains this text`,
    has: (column: string) => `Only records whose ${column} includes this value`,
    gte: (column: string) => `Only records whose ${column} is at least this value`,
    lte: (column: string) => `Only records whose ${column} is at most this value`,
  } satisfies Record<FilterOp, (column: string) => string>,
} as const
