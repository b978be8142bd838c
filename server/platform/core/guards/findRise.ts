import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { guards } from '#shared/engine/guards.ts'
import type { GuardName } from '#shared/engine/guards.ts'
import { subtractTime } from '#shared/format/dates.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { isGuardTripped } from './isGuardTripped.ts'
import { guardResultMessages } from './messages.ts'

/** A guard needs this long to see a rise, and looks back this far. */
const [minMinutes, maxMinutes] = [10, 60]

/** How long before the start is compared with, in hours. */
const baselineHours = 24

type Watch = {
  guard: GuardName
  percent: number
  /** The stores that changed; empty for all stores. */
  storeIds: readonly number[]
  /** When the first of them changed. The day before it's what is usual. */
  startedAt: string
  /** When the latest of them changed. Only what happened since counts. */
  changedAt: string
}

/**
 * Compares what a guard watches with the day before the start, in the stores that changed. Returns
 * a sentence if it rose too much; null if not, or if the change is too recent to tell.
 */
export async function findRise(
  connection: Connection,
  { guard, percent, storeIds, startedAt, changedAt }: Watch,
  now: string,
): Promise<string | null> {
  const minutes = Math.min((Date.parse(now) - Date.parse(changedAt)) / 60_000, maxMinutes)
  if (minutes < minMinutes) return null
  const count = (from: string, to: string) =>
    countEvents(connection, storeIds, eventQueries[guard]({ from, to }))
  const actual = await count(new Date(Date.parse(now) - minutes * 60_000).toISOString(), now)
  const baseline = await count(subtractTime(startedAt, baselineHours, 'hour'), startedAt)
  const normal = (baseline * minutes) / (baselineHours * 60)
  return isGuardTripped({ actual, normal, percent })
    ? guardResultMessages.tripped(guards[guard], actual, Math.round(minutes), Math.round(normal))
    : null
}

type Interval = { from: string; to: string }

const eventQueries: Record<GuardName, (interval: Interval) => RawBuilder<unknown>> = {
  failedPayments: ({ from, to }) => sql`
    select store_id from payment_attempts where attempted_at > ${from} and attempted_at <= ${to}`,
  errorLogs: ({ from, to }) => sql`
    select store_id from audit where time > ${from} and time <= ${to} and severity = 'error'`,
  failedSignIns: ({ from, to }) => sql`
    select store_id from audit where time > ${from} and time <= ${to}
      and event = 'members.signInRefused'`,
}

async function countEvents(
  connection: Connection,
  storeIds: readonly number[],
  events: RawBuilder<unknown>,
): Promise<number> {
  const isAffected =
    storeIds.length === 0 ? sql`true` : sql`store_id = any(${[...storeIds]}::int[])`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${events}) as happened where ${isAffected}`.execute(
    connection,
  )
  return rows[0]?.count ?? 0
}
