import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** Loads how many days ahead alerts appear, fewest first (`deadlineAlerts`). */
export async function loadNoticeDays(trx: Connection): Promise<number[]> {
  const { rows } = await sql<{ days: string[] }>`
    select days from deadline_alerts where id = 1`.execute(trx)
  return (rows[0]?.days ?? []).map(Number).toSorted((one, other) => one - other)
}

/**
 * Returns the notice that an alert is due to: the fewest days ahead that aren't fewer than the days
 * left. Returns 0 once the date has passed.
 */
export const getNoticeDays = (noticeDays: readonly number[], daysLeft: number): number =>
  daysLeft < 0 ? 0 : (noticeDays.find((days) => days >= daysLeft) ?? noticeDays.at(-1) ?? 0)
