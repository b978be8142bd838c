import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** The job that assigns a version to the stores of a stage. */
export type RolloutStage = {
  job: number
  isRunning: boolean
  total: number
  /** Stores that the job hasn't reached. */
  waiting: number
  /**
   * Stores that failed, still use the theme, and don't run the version; `examples` has some of
   * their names.
   */
  failed: number
  examples: string[]
}

const maxStageExamples = 3

/** Loads the job of a version's current stage; null if no store changed, or the job was deleted. */
export async function loadStage(
  connection: Connection,
  version: AnyRecord,
): Promise<RolloutStage | null> {
  const { rows } = await sql<Omit<RolloutStage, 'failed' | 'examples'>>`
    select jobs.id as job, jobs.status in ('waiting', 'running') as is_running,
      count(job_rows.id)::int as total,
      (count(job_rows.id) filter (where outcome is null))::int as waiting
    from theme_versions join jobs on jobs.id = theme_versions.rollout_job_id
    left join job_rows on job_rows.job_id = jobs.id
    where theme_versions.id = ${version.id} group by jobs.id, jobs.status`.execute(connection)
  const [stage] = rows
  if (!stage) return null
  const { rows: failed } = await sql<{ label: string; count: number }>`
    select job_rows.label, (count(*) over ())::int as count
    from job_rows join stores on stores.id = target_id
    where job_id = ${stage.job} and outcome = 'failed'
      and coalesce(theme_id, (select theme_id from store_defaults)) = ${Number(version['themeId'])}
      and not exists (select 1 from store_theme_versions as kept
        where kept.store_id = stores.id and kept.version_id = ${version.id})
    order by job_rows.id limit ${maxStageExamples}`.execute(connection)
  return { ...stage, failed: failed[0]?.count ?? 0, examples: failed.map(({ label }) => label) }
}

/** Saves the job of the next stage; null if no store changes. */
export async function saveStageJob(
  connection: Connection,
  version: number,
  job: number | null,
): Promise<void> {
  await sql`update theme_versions set rollout_job_id = ${job} where id = ${version}`.execute(
    connection,
  )
}
