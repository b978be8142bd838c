import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { dayFigures } from '../stores/index.ts'

const sumTables = [
  { table: 'platformDays', keys: ['day', 'currency', 'unit'], figures: dayFigures },
  { table: 'platformHours', keys: ['hour', 'currency', 'unit'], figures: dayFigures },
  { table: 'platformReasons', keys: ['day', 'reason'], figures: ['paymentsFailed'] },
] as const

/**
 * Folds the changes that writers added to the sums per day and hour (migrations/0055_platformDays.ts
 * and 0059_platformHours.ts) into one row for each key. Readers see either all rows or the folded
 * one. Rows of transactions that haven't committed yet are folded next time.
 */
export async function foldPlatformDays({ db }: Platform): Promise<void> {
  for (const { table, keys, figures } of sumTables) {
    const [name, time] = [sql.table(table), sql.ref(keys[0])]
    const key = sql.join(keys.map((one) => sql.ref(one)))
    const columns = sql.join(figures.map((one) => sql.ref(one)))
    const sums = sql.join(figures.map((one) => sql`sum(${sql.ref(one)})`))
    const isAny = sql.join(
      figures.map((one) => sql`sum(${sql.ref(one)}) <> 0`),
      sql` or `,
    )
    await sql`
      with taken as (
        delete from ${name} where ${time} in (select ${time} from ${name} where not is_folded) returning *)
      insert into ${name} (${key}, ${columns}, is_folded)
        select ${key}, ${sums}, true from taken group by ${key} having ${isAny}`.execute(db)
  }
}
