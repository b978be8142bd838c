import type { FilterOp } from '#shared/engine/fields/kind.ts'

/** Names and descriptions in the document of the API. */
export const openapiMessages = {
  title: 'Reference platform',
  newRecord: (name: string) => `New record (${name})`,
  record: (name: string) => `Record (${name})`,
  change: (name: string) => `Change (${name})`,
  filters: {
    eq: (column: string) => `Only records whose ${column} is this`,
    contains: (column: string) => `Only records whose ${column} contains this`,
    has: (column: string) => `Only records whose ${column} includes this`,
    gte: (column: string) => `Only records whose ${column} is at least this`,
    lte: (column: string) => `Only records whose ${column} is at most this`,
  } satisfies Record<FilterOp, (column: string) => string>,
} as const
