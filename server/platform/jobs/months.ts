import { sql } from 'kysely'
import type { Platform } from '../platform.ts'

/** What is kept by months, each by its `created_at`; what no month is there for stands in `..._rest`. */
const tables = ['job_rows']

/** Makes this month and the next two where they are not there yet. */
export async function makeMonths({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const at = now()
  for (const table of tables)
    for (const ahead of [0, 1, 2]) {
      const from = monthOf(at, ahead)
      const name = `${table}_${from.slice(0, 7).replace('-', '_')}`
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx)
        const { rows } = await sql<{ isMade: boolean }>`
          select to_regclass(${name}) is not null
            or exists (select from ${sql.table(`${table}_rest`)}
              where created_at >= ${from} and created_at < ${monthOf(at, ahead + 1)}) as is_made`.execute(
          trx,
        )
        // A month that has rows already stays where they are.
        if (rows[0]?.isMade) return
        await sql`create table ${sql.table(name)} partition of ${sql.table(table)}
          for values from (${sql.lit(from)}) to (${sql.lit(monthOf(at, ahead + 1))})`.execute(trx)
      })
    }
}

/** When a month begins, in UTC. */
const monthOf = (at: Date, ahead: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead)).toISOString()
