import type { Job } from '#shared/engine/jobs/jobCalls.ts'

const noRows = { waiting: 0, done: 0, unchanged: 0, refused: 0, failed: 0 }

/** Builds a job with ten rows, as the platform returns it. */
export function buildJob(
  overrides: Partial<Omit<Job, 'rows'>> & { rows?: Partial<Job['rows']> },
): Job {
  const { status = 'done', rows, ...fields } = overrides
  const isActive = status === 'waiting' || status === 'running'
  return {
    id: 7,
    kind: 'storeChecks',
    title: 'Check all stores',
    status,
    sentence: null,
    createdAt: '2026-11-22T08:00:00.000Z',
    startedAt: status === 'waiting' ? null : '2026-11-22T08:00:01.000Z',
    endedAt: isActive ? null : '2026-11-22T08:01:00.000Z',
    undoUntil: null,
    undoneBy: null,
    ...fields,
    rows: { ...noRows, ...(isActive ? { waiting: 10 } : { done: 10 }), total: 10, ...rows },
  }
}
