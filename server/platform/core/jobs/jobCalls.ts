import type { Call } from '../http/call.ts'
import { instant, listOf, orNull, text, whole } from '../http/schema.ts'
import { pageParameters } from '../http/listParameters.ts'
import { object, page } from '../http/schemas.ts'
import { cancelJob, retryJob } from './endJobs.ts'
import { answerEvents } from './jobEvents.ts'
import { outcomes } from './jobs.ts'
import { answerRowsFile } from './rowsFile.ts'
import { undoJob } from './undoJob.ts'
import { answerJob, answerJobs, answerRows, states, undones } from './readJobs.ts'

const job = object({
  id: whole,
  kind: text,
  title: text,
  status: { type: 'string', enum: ['waiting', 'running', 'done', 'cancelled', 'failed'] },
  sentence: orNull(text),
  createdAt: instant,
  startedAt: orNull(instant),
  endedAt: orNull(instant),
  undoOf: orNull(whole),
  undoneBy: orNull(whole),
  undone: orNull({ type: 'string', enum: undones }),
  undoUntil: orNull(instant),
  importId: orNull(whole),
  refusedByPlan: whole,
  leftOut: whole,
  isBad: { type: 'boolean' },
  rowSentence: orNull(text),
  rows: object(Object.fromEntries([...states, 'total'].map((name) => [name, whole]))),
})
const row = object({
  id: whole,
  targetId: orNull(whole),
  label: text,
  outcome: orNull({ type: 'string', enum: outcomes }),
  sentence: orNull(text),
  endedAt: orNull(instant),
})

const read = { kind: 'read', needs: 'signedIn', method: 'get' } as const
const write = { kind: 'write', needs: 'signedIn', method: 'post' } as const

/** The jobs of whoever asks: nobody else's are to be seen, or ended. */
export const jobCalls: readonly Call[] = [
  {
    ...read,
    path: '/jobs',
    summary: "List the caller's jobs, newest first",
    query: [
      ...pageParameters,
      {
        name: 'underWay',
        description: 'Only jobs that are waiting or running',
        schema: { type: 'boolean' },
      },
    ],
    success: { status: 200, schema: object({ data: listOf(job), page }) },
    answer: answerJobs,
  },
  {
    ...read,
    path: '/jobs/:id',
    summary: "Get one of the caller's jobs with its progress",
    success: { status: 200, schema: job },
    answer: answerJob,
  },
  {
    ...read,
    path: '/jobs/:id/rows',
    summary: 'List the rows of a job and their results',
    query: [
      ...pageParameters,
      {
        name: 'outcome',
        description: 'Only rows with this outcome, or only rows that are still waiting',
        schema: { type: 'string', enum: states },
      },
    ],
    success: { status: 200, schema: object({ data: listOf(row), page }) },
    answer: answerRows,
  },
  {
    ...read,
    path: '/jobs/:id/rows/export',
    summary: 'Export the rows of a job and their results as a file',
    success: { status: 200, types: ['text/csv'] },
    answer: answerRowsFile,
  },
  {
    ...read,
    path: '/jobs/:id/events',
    summary: 'Stream the progress of a job until it ends',
    success: { status: 200, types: ['text/event-stream'] },
    answer: answerEvents,
  },
  {
    ...write,
    path: '/jobs/:id/cancel',
    summary: 'Cancel a job without undoing its finished rows',
    success: { status: 200, schema: job },
    refusals: [409, 422],
    answer: cancelJob,
  },
  {
    ...write,
    path: '/jobs/:id/retry',
    summary: "Retry a job's rows that failed or didn't run",
    success: { status: 200, schema: job },
    refusals: [409, 422],
    answer: retryJob,
  },
  {
    ...write,
    path: '/jobs/:id/undo',
    summary:
      "Start a job that undoes another job's changes, except in records that have changed since then",
    success: { status: 202, schema: job },
    refusals: [409, 422],
    answer: undoJob,
  },
]
