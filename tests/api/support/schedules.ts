import { sql } from 'kysely'
import { runScheduledChanges } from '#server/platform/areas/scheduledChanges/runScheduledChanges.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import type { TestPlatform } from '#tests/support/servers/platform.ts'

const hourMs = 3_600_000

/** Plans an action on records of any resource, and schedules it hours from now in UTC. */
export async function scheduleAction(
  platform: TestPlatform,
  call: Caller,
  body: { resource: string; action: string; ids: number[]; values?: object },
  { start = 2, end = 6, ...more }: { start?: number; end?: number | null } & object = {},
) {
  const plan = await call('POST', '/plans', { body })
  if (plan.status !== 200) return plan
  const inHours = (hours: number) =>
    new Date(platform.platform.now().getTime() + hours * hourMs).toISOString().slice(0, 16)
  return call('POST', `/plans/${plan.body.id}/schedule`, {
    body: {
      startsAt: inHours(start),
      endsAt: end === null ? null : inHours(end),
      timeZone: 'UTC',
      ...more,
    },
  })
}

/** Runs what is due, and the jobs that it starts, until nothing is left. */
export async function runSchedules(platform: TestPlatform): Promise<void> {
  const { db } = platform.platform
  const loadJobs = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from jobs where status in ('waiting', 'running') order by id`.execute(db)
    return rows
  }
  await runScheduledChanges(platform.platform)
  for (let jobs = await loadJobs(); jobs.length > 0; jobs = await loadJobs())
    for (const { id } of jobs) await runProductJob(platform, id)
  await runScheduledChanges(platform.platform)
}
