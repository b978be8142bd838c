import type { JobRunner } from './rowContext.ts'

/** Cleans up after the remaining rows of a canceled job, if its kind needs that. */
export async function cleanUpCanceledRows(
  { platform, kinds }: JobRunner,
  id: number,
): Promise<void> {
  const { db } = platform
  const job = await db
    .selectFrom('jobs')
    .select(['kind', 'createdAt', 'undoOf'])
    .where('id', '=', id)
    .where('status', '=', 'cancelled')
    .executeTakeFirst()
  const onSkipped = kinds.find(({ name }) => name === job?.kind)?.onSkipped
  if (!job || !onSkipped || job.undoOf !== null) return
  const rows = await db
    .selectFrom('jobRows')
    .select(['id', 'targetId', 'label', 'input'])
    .where('jobId', '=', id)
    .where('createdAt', '=', job.createdAt)
    .where('outcome', 'is', null)
    .orderBy('id')
    .execute()
  const now = platform.now().toISOString()
  for (const row of rows) await onSkipped(db, row, { now, sentence: null })
}
