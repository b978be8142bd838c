import { assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate'
import { ApiError } from '#shared/engine/api.ts'
import { isActiveJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { throwNotProvided } from './notProvided.ts'

interface JobsContext {
  /** Newest first; null until they are loaded. */
  jobs: Job[] | null
  /** How many jobs the page counted as active before they were loaded. */
  initialActive: number
  failure: unknown
  /** Failed loads and lost streams in a row. After one, the page may still connect. */
  errorCount: number
}

type JobsEvent =
  | { type: 'jobs.changed' }
  | { type: 'job.heard'; job: Job }
  /** The stream ended and won't reconnect. */
  | { type: 'stream.lost' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }

/**
 * Finds jobs that ended since the last load: those that were active, and those that also started
 * since. On the first load, finds as many as `initialActive` counted that are no longer active.
 */
function findEndedJobs({ jobs: knownJobs, initialActive }: JobsContext, jobs: Job[]): Job[] {
  const ended = jobs.filter((job) => !isActiveJob(job))
  if (knownJobs === null)
    return ended.slice(0, Math.max(0, initialActive - (jobs.length - ended.length)))
  const previousJobs = new Map(knownJobs.map((job) => [job.id, job]))
  const newest = Math.max(0, ...previousJobs.keys())
  return ended.filter(({ id }) => {
    const previousJob = previousJobs.get(id)
    return previousJob ? isActiveJob(previousJob) : id > newest
  })
}

/**
 * The operator's jobs, watched while one is active (http.md, "Server-sent events"). Callers provide
 * `read` and `listen`.
 */
export const jobsMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: JobsContext
    events: JobsEvent
    emitted: { type: 'job.ended'; job: Job }
    input: { jobs: Job[] | null; initialActive: number }
    tags: 'lost'
  },
  actors: {
    read: fromPromise<Job[]>(async () => throwNotProvided('read')),
    listen: fromCallback<JobsEvent, { ids: number[] }>(() => throwNotProvided('listen')),
  },
  actions: {
    take: enqueueActions(({ context, enqueue }, { jobs }: { jobs: Job[] }) => {
      for (const job of findEndedJobs(context, jobs)) enqueue.emit({ type: 'job.ended', job })
      enqueue.assign({ jobs, failure: null })
    }),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    countFault: assign(({ context }) => ({ errorCount: context.errorCount + 1 })),
    forgetFaults: assign({ errorCount: 0 }),
  },
  guards: {
    isUnknown: ({ context }) => context.jobs === null,
    isAnyUnderWay: ({ context }) => context.jobs?.some(isActiveJob) === true,
    isFirstFault: ({ context }) => context.errorCount === 0,
    hasEnded: (_, { job }: { job: Job }) => !isActiveJob(job),
    // Another attempt would get the same answer.
    isLasting: (_, { error }: { error: unknown }) =>
      error instanceof ApiError && error.status < 500 && error.status !== 429,
  },
  delays: { shortPatience: 500, patience: 3000 },
}).createMachine({
  id: 'jobs',
  description: "The operator's jobs, as far as this page knows them.",
  context: ({ input }) => ({ ...input, failure: null, errorCount: 0 }),
  on: { 'jobs.changed': '.reading' },
  initial: 'settled',
  states: {
    settled: {
      always: [
        { guard: 'isUnknown', target: 'reading' },
        { guard: 'isAnyUnderWay', target: 'live' },
        { target: 'resting' },
      ],
    },
    resting: { entry: 'forgetFaults' },
    reading: {
      invoke: {
        id: 'read',
        src: 'read',
        onDone: {
          target: 'settled',
          actions: { type: 'take', params: ({ event }) => ({ jobs: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isLasting', params: ({ event }) => event },
            target: 'resting',
            actions: { type: 'fail', params: ({ event }) => event },
          },
          { guard: 'isFirstFault', target: 'reconnecting', actions: 'countFault' },
          { target: 'waiting', actions: { type: 'fail', params: ({ event }) => event } },
        ],
      },
      on: { 'page.hidden': 'hidden' },
    },
    live: {
      invoke: {
        id: 'listen',
        src: 'listen',
        input: ({ context }) => ({
          ids: (context.jobs ?? []).filter(isActiveJob).map(({ id }) => id),
        }),
      },
      on: {
        'job.heard': [
          {
            guard: { type: 'hasEnded', params: ({ event }) => event },
            // An ended job may leave more than its own rows, such as a file or a job that undoes
            // it.
            target: 'reading',
            actions: {
              type: 'take',
              params: ({ context, event }) => withUpdatedJob(context, event),
            },
          },
          {
            actions: [
              { type: 'take', params: ({ context, event }) => withUpdatedJob(context, event) },
              'forgetFaults',
            ],
          },
        ],
        'stream.lost': [
          { guard: 'isFirstFault', target: 'reconnecting', actions: 'countFault' },
          { target: 'waiting' },
        ],
        'page.hidden': 'hidden',
      },
    },
    /** Retries once before the operator sees a lost connection. */
    reconnecting: {
      after: { shortPatience: 'reading' },
      on: { 'page.hidden': 'hidden' },
    },
    waiting: {
      tags: 'lost',
      after: { patience: 'reading' },
      on: { 'page.hidden': 'hidden' },
    },
    hidden: {
      on: { 'page.shown': 'reading', 'jobs.changed': {} },
    },
  },
})

const withUpdatedJob = ({ jobs }: JobsContext, { job }: { job: Job }) => ({
  jobs: (jobs ?? []).map((known) => (known.id === job.id ? job : known)),
})
