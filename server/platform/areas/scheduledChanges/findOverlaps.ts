import { sql } from 'kysely'
import { openScheduleStates } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Period } from './parseSchedule.ts'

/** Another scheduled change of the same fields of the same records, at the same time. */
export type Overlap = { id: number; title: string; records: number; examples: string[] }

const maxExamples = 3

type OverlapQuery = Period & { resource: string; planId: number; exceptId: number | null }

/**
 * Finds the scheduled changes that overlap with a plan in this period, earliest first. Two changes
 * overlap if one is in effect, or starts, while the other is in effect.
 */
export async function findOverlaps(
  trx: Connection,
  { startsAt, endsAt, resource, planId, exceptId }: OverlapQuery,
): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select other.id, other.title, count(*)::int as records,
      (array_agg(own_rows.label order by own_rows.place))[1:${sql.lit(maxExamples)}] as examples
    from scheduled_changes as other
    join plan_rows as other_rows on other_rows.plan_id = other.plan_id
    join plan_rows as own_rows on own_rows.plan_id = ${planId} and own_rows.target_id = other_rows.target_id
    where other.resource = ${resource} and other.id is distinct from ${exceptId}
      and other.state in (${sql.join([...openScheduleStates])})
      and tstzrange(other.starts_at, coalesce(other.ends_at, other.starts_at), '[]')
        && tstzrange(${startsAt}::timestamptz, coalesce(${endsAt}::timestamptz, ${startsAt}::timestamptz), '[]')
      and own_rows.becomes ?| array(select jsonb_object_keys(other_rows.becomes))
    group by other.id order by other.starts_at, other.id limit 20`.execute(trx)
  return rows
}
