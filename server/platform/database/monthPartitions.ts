import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Connection, Database } from './schema.ts'

/**
 * Tables partitioned by month (migrations/0001_functions.ts), with their key. Rows without a
 * partition are in `..._rest`.
 */
const partitionedTables = {
  job_rows: 'created_at',
  audit: 'time',
  log_chain: 'time',
  credit_entries: 'entered_at',
  mails: 'time',
  payment_attempts: 'attempted_at',
  payment_events: 'received_at',
  printful_events: 'received_at',
} as const

/**
 * Creates partitions for this month and the next two, and for rows in `..._rest`. Each is a
 * transaction of its own, so that no lock is held for long.
 */
export async function createMonthPartitions({
  db,
  now,
}: {
  db: Kysely<Database>
  now: () => Date
}): Promise<void> {
  const at = now()
  const upcomingMonths = [0, 1, 2].map((ahead) => getMonthStart(at, ahead))
  for (const [table, key] of Object.entries(partitionedTables)) {
    const { rows } = await sql<{ month: string }>`
      select distinct date_trunc('month', ${sql.ref(key)}, 'UTC') as month
      from ${sql.table(`${table}_rest`)}`.execute(db)
    for (const month of [...upcomingMonths, ...rows.map((row) => row.month)])
      await sql`select make_month(${table}, ${month})`.execute(db)
  }
}

/** The column that decides a row's month, by the name of the resource. */
const monthColumns: Readonly<Record<string, string>> = {
  creditEntries: 'enteredAt',
  logEntries: 'time',
  mails: 'time',
  paymentAttempts: 'attemptedAt',
  platformLogEntries: 'time',
}

/** Returns the column by which the table of a resource is partitioned; undefined for other tables. */
export const getMonthColumn = (resource: string): string | undefined => monthColumns[resource]

/** Tables that have another one with the time of each row, by the name of their resource. */
const timesOfRows: Readonly<Record<string, { table: string; column: string }>> = {
  paymentAttempts: { table: 'paymentAttemptKeys', column: 'attemptedAt' },
}

/**
 * Builds a condition that names the times of the rows with these IDs, so that PostgreSQL plans and
 * locks only their months. True for tables that don't have the times by ID.
 */
export async function matchRowTimes(
  connection: Connection,
  resource: string,
  ids: readonly number[],
): Promise<RawBuilder<boolean>> {
  const times = timesOfRows[resource]
  if (!times) return sql<boolean>`true`
  const { rows } = await sql<{ time: string }>`
    select distinct ${sql.ref(times.column)} as time from ${sql.table(times.table)}
    where id = any(${[...ids]}::int[])`.execute(connection)
  const column = sql.ref(`${resource}.${times.column}`)
  return sql<boolean>`${column} = any(${rows.map(({ time }) => time)}::timestamptz[])`
}

/**
 * How long dropping a month waits for a lock, in milliseconds. Shorter than PostgreSQL waits until
 * it looks for deadlocks, so that this gives up and not a writer.
 */
const dropLockMs = 500

/** Returns the start of a month in UTC, `ahead` months from this one. */
export const getMonthStart = (at: Date, ahead: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead)).toISOString()

/** Lists the partitions of months that ended before this time, oldest first. */
export async function listEndedMonths(
  db: Connection,
  table: string,
  since: string,
): Promise<string[]> {
  const last = `${table}_${since.slice(0, 7).replace('-', '_')}`
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${table}::regclass order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => /_\d{4}_\d\d$/.test(name) && name < last)
}

/** Builds the call that drops a month, such as 2026_11. */
export type DropMonth = (month: string, since: string) => RawBuilder<unknown>

/**
 * Drops the months of a table that ended before this time, one transaction each. Throws if it waits
 * for another transaction too long, because later ones would wait behind it.
 */
export async function dropEndedMonths(
  db: Kysely<Database>,
  { table, since, drop }: { table: string; since: string; drop: DropMonth },
): Promise<void> {
  for (const name of await listEndedMonths(db, table, since))
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${String(dropLockMs)}, true)`.execute(trx)
      await sql`select ${drop(name.slice(table.length + 1), since)}`.execute(trx)
    })
}
