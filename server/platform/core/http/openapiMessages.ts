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
  groups:
    'Alternatives, such as any[1][status][eq]=draft and any[1][members][gt]=0, in up to 10 groups',
  filters: {
    eq: 'Only records with this value',
    in: 'Only records with one of these values, separated by commas',
    not: 'Only records with none of these values, separated by commas',
    starts: 'Only records whose value starts with this text',
    gt: 'Only records whose value is over this one',
    lt: 'Only records whose value is under this one',
    between: 'Only records from the first to the second value, such as 1,5',
    within: 'Only records in this time, such as last-7-days or next-30-days',
    notWithin: 'Only records not in this time, such as last-30-days',
    empty: '1: only records without a value. 0: only those with one',
    contains: 'Only records whose value contains this text',
    has: 'Only records whose values include this one',
    gte: 'Only records whose value is at least this one',
    lte: 'Only records whose value is at most this one',
  } satisfies Record<FilterOp, string>,
} as const
