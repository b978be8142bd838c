import type { Call } from '../http/call.ts'
import {
  instantSchema,
  arraySchema,
  nullableSchema,
  stringSchema,
  integerSchema,
} from '../http/schema.ts'
import { pageParameters } from '../http/listParameters.ts'
import { nameSchema, objectSchema, pageSchema } from '../http/schema.ts'
import { handleCancelJob, handleRetryJob } from './jobActions.ts'
import { handleWatchJob } from './jobEvents.ts'
import { jobRowOutcomes } from './jobs.ts'
import { handleExportJobRows } from './exportJobRows.ts'
import { handleUndoJob } from './undoJob.ts'
import {
  handleGetJob,
  handleListJobs,
  handleListJobRows,
  jobRowStates,
  undoStates,
} from './loadJobs.ts'

const jobSchema = nameSchema(
  'Job',
  objectSchema({
    id: integerSchema,
    kind: stringSchema,
    title: stringSchema,
    status: { type: 'string', enum: ['waiting', 'running', 'done', 'cancelled', 'failed'] },
    sentence: nullableSchema(stringSchema),
    createdAt: instantSchema,
    startedAt: nullableSchema(instantSchema),
    endedAt: nullableSchema(instantSchema),
    undoOf: nullableSchema(integerSchema),
    undoneBy: nullableSchema(integerSchema),
    undone: nullableSchema({ type: 'string', enum: undoStates }),
    undoUntil: nullableSchema(instantSchema),
    importId: nullableSchema(integerSchema),
    refusedByPlan: integerSchema,
    leftOut: integerSchema,
    isBad: { type: 'boolean' },
    rowSentence: nullableSchema(stringSchema),
    rows: objectSchema(
      Object.fromEntries([...jobRowStates, 'total'].map((name) => [name, integerSchema])),
    ),
  }),
)
const jobRowSchema = nameSchema(
  'JobRow',
  objectSchema({
    id: integerSchema,
    targetId: nullableSchema(integerSchema),
    label: stringSchema,
    outcome: nullableSchema({ type: 'string', enum: jobRowOutcomes }),
    sentence: nullableSchema(stringSchema),
    endedAt: nullableSchema(instantSchema),
  }),
)

const jobReadOptions = {
  kind: 'read',
  permission: 'signedIn',
  method: 'get',
  allowsApiKeys: true,
} as const
const jobWriteOptions = {
  kind: 'write',
  permission: 'signedIn',
  method: 'post',
  allowsApiKeys: true,
} as const

/** The caller's own jobs. Nobody else can see or cancel them. */
export const jobCalls: readonly Call[] = [
  {
    ...jobReadOptions,
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
    success: {
      status: 200,
      schema: objectSchema({ data: arraySchema(jobSchema), page: pageSchema }),
    },
    handler: handleListJobs,
  },
  {
    ...jobReadOptions,
    path: '/jobs/:id',
    summary: "Get one of the caller's jobs with its progress",
    success: { status: 200, schema: jobSchema },
    handler: handleGetJob,
  },
  {
    ...jobReadOptions,
    path: '/jobs/:id/rows',
    summary: 'List the rows of a job and their results',
    query: [
      ...pageParameters,
      {
        name: 'outcome',
        description: 'Only rows with this outcome, or only rows that are still waiting',
        schema: { type: 'string', enum: jobRowStates },
      },
    ],
    success: {
      status: 200,
      schema: objectSchema({ data: arraySchema(jobRowSchema), page: pageSchema }),
    },
    handler: handleListJobRows,
  },
  {
    ...jobReadOptions,
    path: '/jobs/:id/rows/export',
    summary: 'Export the rows of a job and their results as a file',
    success: { status: 200, types: ['text/csv'] },
    handler: handleExportJobRows,
  },
  {
    ...jobReadOptions,
    allowsApiKeys: false,
    path: '/jobs/:id/events',
    summary: 'Stream the progress of a job until it ends',
    success: { status: 200, types: ['text/event-stream'] },
    handler: handleWatchJob,
  },
  {
    ...jobWriteOptions,
    path: '/jobs/:id/cancel',
    summary: 'Cancel a job without undoing its finished rows',
    success: { status: 200, schema: jobSchema },
    handler: handleCancelJob,
  },
  {
    ...jobWriteOptions,
    path: '/jobs/:id/retry',
    summary: "Retry a job's rows that failed or didn't run",
    success: { status: 200, schema: jobSchema },
    handler: handleRetryJob,
  },
  {
    ...jobWriteOptions,
    path: '/jobs/:id/undo',
    summary:
      "Start a job that undoes another job's changes, except in records that have changed since then",
    success: { status: 202, schema: jobSchema },
    handler: handleUndoJob,
  },
]
