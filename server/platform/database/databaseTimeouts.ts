/**
 * Timeouts after which PostgreSQL aborts, in milliseconds; 0 means never. The embedded database has
 * no timers and ignores them.
 */
export type DatabaseTimeouts = {
  /** The duration of a statement. */
  statementMs: number
  /** The wait for a lock of another transaction. Writes wait less (performWrite.ts). */
  lockMs: number
  /** The idle time of an open transaction. PostgreSQL then closes its connection. */
  idleTransactionMs: number
}

export const defaultTimeouts: DatabaseTimeouts = {
  statementMs: 60_000,
  lockMs: 10_000,
  idleTransactionMs: 60_000,
}

/**
 * Timeouts for jobs and housekeeping, which process whole tables and wait for storage inside
 * transactions.
 */
export const backgroundTimeouts: DatabaseTimeouts = {
  statementMs: 15 * 60_000,
  lockMs: 60_000,
  idleTransactionMs: 5 * 60_000,
}

/** For commands that a person runs and can stop. */
export const noTimeouts: DatabaseTimeouts = { statementMs: 0, lockMs: 0, idleTransactionMs: 0 }

/** How long a migration waits for a table. Later transactions have to wait behind it. */
export const migrationLockMs = 5000
