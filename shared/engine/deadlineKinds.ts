/** What ends or is due: a credential or credits expire, a dispute needs a response, or a store is deleted. */
export type DeadlineKind = 'credential' | 'credits' | 'dispute' | 'deletion'
