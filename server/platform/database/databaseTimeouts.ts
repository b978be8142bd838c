/** What PostgreSQL ends after so many milliseconds; 0 = never. The embedded database has no timers and ignores them. */
export type DatabaseTimeouts = {
  /** A statement. */
  statementMs: number
  /** Waiting for a lock that another transaction holds. Writes wait less (writes.ts). */
  lockMs: number
  /** A transaction whose program says nothing; its connection is closed. */
  idleTransactionMs: number
}

export const defaultTimeouts: DatabaseTimeouts = {
  statementMs: 60_000,
  lockMs: 10_000,
  idleTransactionMs: 60_000,
}

/** Jobs and housekeeping work through whole tables, and wait for storage inside of transactions. */
export const backgroundTimeouts: DatabaseTimeouts = {
  statementMs: 15 * 60_000,
  lockMs: 60_000,
  idleTransactionMs: 5 * 60_000,
}

/** For commands that a person runs and can end. */
export const noTimeouts: DatabaseTimeouts = { statementMs: 0, lockMs: 0, idleTransactionMs: 0 }

/** How long a migration waits for a table: later transactions wait as long for it. */
export const migrationLockMs = 5000
