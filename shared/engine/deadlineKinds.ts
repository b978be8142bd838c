/**
 * What ends or is due: a credential or credits expire, a term of gift cards ends, a dispute needs a response, a store is
 * deleted, or a scheduled change starts or ends.
 */
export type DeadlineKind =
  | 'credential'
  | 'credits'
  | 'giftCards'
  | 'dispute'
  | 'deletion'
  | 'scheduledChange'
