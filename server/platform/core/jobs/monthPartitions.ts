import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'

/**
 * Tables partitioned by month (migrations/0001_functions.ts), with their key. Rows without a
 * partition are in `..._rest`.
 */
const partitionedTables = {
  job_rows: 'created_at',
  audit: 'time',
  log_chain: 'time',
  credit_entries: 'entered_at',
} as const

/**
 * Creates partitions for this month and the next two, and for rows in `..._rest`. Each is a
 * transaction of its own, so that no lock is held for long.
 */
export async function createMonthPartitions({
  db,
  now,
}: Pick<Platform, 'db' | 'now'>): Promise<void> {
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

/** Returns the start of a month in UTC, `ahead` months from this one. */
export const getMonthStart = (at: Date, ahead: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead)).toISOString()
