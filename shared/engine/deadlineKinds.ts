/**
 * What ends or is due: a credential or credits expire, a term of gift cards ends, a dispute needs a
 * response, a store is deleted, a scheduled change starts or ends, or a user goes on call.
 */
export type DeadlineKind =
  | 'credential'
  | 'credits'
  | 'giftCards'
  | 'dispute'
  | 'deletion'
  | 'scheduledChange'
  | 'onCall'
