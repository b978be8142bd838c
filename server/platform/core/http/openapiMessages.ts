import type { FilterOp } from '#shared/engine/fields/kind.ts'

/** Names and descriptions in the API's document. */
export const openapiMessages = {
  title: 'Reference platform',
  token: 'The token of a sign-in, or an API key with this permission (sck_...)',
  session: "The token of a sign-in. API keys can't make this call.",
  ifMatch:
    'Record version that the change is based on. If required, the API returns 428 without it.',
  idempotencyKey:
    'Unique key that prevents the same request from being processed twice within 24 hours',
  anyError:
    'An error that any call can return: 400, 401, 403, 404, 409, 413, 415, 422, 428, or 500',
  groups: 'Up to 10 groups of alternatives: any[1][status][eq]=a, any[1][members][gt]=0',
  /** Which records each comparison of a filter finds. */
  filters: {
    eq: 'Has this value',
    in: 'Has one of these values: a,b',
    not: 'Has none of these values: a,b',
    contains: 'Contains this text',
    starts: 'Starts with this text',
    has: 'Includes this value',
    gt: 'Over this value',
    gte: 'At least this value',
    lt: 'Under this value',
    lte: 'At most this value',
    between: 'From the first to the second value: 1,5',
    within: 'In this time, such as last-7-days',
    notWithin: 'Not in this time',
    empty: '1: no value, 0: a value',
  } satisfies Record<FilterOp, string>,
} as const
