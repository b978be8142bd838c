/**
 * What ends or is due: a credential or credits expire, a dispute needs a response, a store is
 * deleted, or a scheduled change starts or ends.
 */
export type DeadlineKind = 'credential' | 'credits' | 'dispute' | 'deletion' | 'scheduledChange'
