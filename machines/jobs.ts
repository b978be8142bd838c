import { assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate'
import { ApiError } from '#shared/engine/api.ts'
import { isActiveJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { throwNotProvided } from './notProvided.ts'

interface JobsContext {
  /** Newest first; null while none are known yet. */
  jobs: Job[] | null
  /** How many were said to be under way before any was known. */
  initialActive: number
  failure: unknown
  /** How often in a row something could not be read or heard. Once is no lost connection: the page may still connect. */
  errorCount: number
}

type JobsEvent =
  | { type: 'jobs.changed' }
  | { type: 'job.heard'; job: Job }
  /** The stream ended and does not come back by itself. */
  | { type: 'stream.lost' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }

/** Jobs that have ended since: what was under way, what began and ended in between, what was told of and is not under way. */
function findEndedJobs({ jobs: known, initialActive }: JobsContext, jobs: Job[]): Job[] {
  const ended = jobs.filter((job) => !isActiveJob(job))
  if (known === null)
    return ended.slice(0, Math.max(0, initialActive - (jobs.length - ended.length)))
  const before = new Map(known.map((job) => [job.id, job]))
  const newest = Math.max(0, ...before.keys())
  return ended.filter(({ id }) => {
    const one = before.get(id)
    return one ? isActiveJob(one) : id > newest
  })
}

/** The operator's jobs, heard while one is under way (http.md, "Server-sent events"). To provide: `read`, `listen`. */
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
    // To ask again would be answered the same.
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
            // What it leaves may be more than its own rows: another job that takes it back, a file.
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
    /** Tries again before the operator is told. */
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
