import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'

/** What is kept by months (migrations/053_logMonths.ts), each by this instant; what no month is there for stands in `..._rest`. */
const partitionedTables = {
  job_rows: 'created_at',
  audit: 'time',
  log_chain: 'time',
  credit_entries: 'entered_at',
} as const

/** Makes this month and the next two, and those of what stands among the rest; a transaction each, so that nobody waits for more. */
export async function createMonthPartitions({
  db,
  now,
}: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const at = now()
  const coming = [0, 1, 2].map((ahead) => getMonthStart(at, ahead))
  for (const [table, key] of Object.entries(partitionedTables)) {
    const { rows } = await sql<{ month: string }>`
      select distinct date_trunc('month', ${sql.ref(key)}, 'UTC') as month
      from ${sql.table(`${table}_rest`)}`.execute(db)
    for (const month of [...coming, ...rows.map((row) => row.month)])
      await sql`select make_month(${table}, ${month})`.execute(db)
  }
}

/** When a month begins, in UTC; `ahead` of this one, or before it. */
export const getMonthStart = (at: Date, ahead: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead)).toISOString()
