/** What ends or is due: a credential expires, a dispute needs a response, or a store is deleted. */
export type DeadlineKind = 'credential' | 'dispute' | 'deletion'
