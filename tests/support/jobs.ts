import type { Job } from '#shared/engine/jobs/jobCalls.ts'

const none = { waiting: 0, done: 0, unchanged: 0, refused: 0, failed: 0 }

/** A job of ten rows as the platform answers it. */
export function jobOf(given: Partial<Omit<Job, 'rows'>> & { rows?: Partial<Job['rows']> }): Job {
  const { status = 'done', rows, ...more } = given
  const isUnderWay = status === 'waiting' || status === 'running'
  return {
    id: 7,
    kind: 'storeChecks',
    title: 'Check all stores',
    status,
    sentence: null,
    createdAt: '2026-11-22T08:00:00.000Z',
    startedAt: status === 'waiting' ? null : '2026-11-22T08:00:01.000Z',
    endedAt: isUnderWay ? null : '2026-11-22T08:01:00.000Z',
    undoUntil: null,
    undoneBy: null,
    ...more,
    rows: { ...none, ...(isUnderWay ? { waiting: 10 } : { done: 10 }), total: 10, ...rows },
  }
}
