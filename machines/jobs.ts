import { assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate'
import { ApiFailure } from '#shared/engine/api.ts'
import { isUnderWay } from '#shared/jobs/jobCalls.ts'
import type { Job } from '#shared/jobs/jobCalls.ts'
import { notProvided } from './provided.ts'

interface JobsContext {
  /** Newest first; null while none are known yet. */
  jobs: Job[] | null
  failure: unknown
}

type JobsEvent =
  | { type: 'jobs.changed' }
  | { type: 'job.heard'; job: Job }
  /** The stream ended and does not come back by itself. */
  | { type: 'stream.lost' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }

/** Jobs of which it was known that they are under way, and which are no longer. */
const endedAmong = (jobs: Job[], known: Job[] | null): Job[] =>
  jobs.filter(
    (job) => !isUnderWay(job) && known?.some((one) => one.id === job.id && isUnderWay(one)),
  )

/** The operator's jobs, heard while one is under way (http.md, "Server-sent events"). To provide: `read`, `listen`. */
export const jobsMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: JobsContext
    events: JobsEvent
    emitted: { type: 'job.ended'; job: Job }
    input: { jobs: Job[] | null }
    tags: 'lost'
  },
  actors: {
    read: fromPromise<Job[]>(async () => notProvided('read')),
    listen: fromCallback<JobsEvent, { ids: number[] }>(() => notProvided('listen')),
  },
  actions: {
    take: enqueueActions(({ context, enqueue }, { jobs }: { jobs: Job[] }) => {
      for (const job of endedAmong(jobs, context.jobs)) enqueue.emit({ type: 'job.ended', job })
      enqueue.assign({ jobs, failure: null })
    }),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: error })),
  },
  guards: {
    isUnknown: ({ context }) => context.jobs === null,
    isAnyUnderWay: ({ context }) => context.jobs?.some(isUnderWay) === true,
    hasEnded: (_, { job }: { job: Job }) => !isUnderWay(job),
    // To ask again would be answered the same.
    isLasting: (_, { error }: { error: unknown }) =>
      error instanceof ApiFailure && error.status < 500 && error.status !== 429,
  },
  delays: { patience: 3000 },
}).createMachine({
  id: 'jobs',
  description: 'The jobs of the operator, as far as this page knows of them.',
  context: ({ input }) => ({ jobs: input.jobs, failure: null }),
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
    resting: {},
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
          ids: (context.jobs ?? []).filter(isUnderWay).map(({ id }) => id),
        }),
      },
      on: {
        'job.heard': [
          {
            guard: { type: 'hasEnded', params: ({ event }) => event },
            // What it leaves may be more than its own rows: another job that takes it back, a file.
            target: 'reading',
            actions: { type: 'take', params: ({ context, event }) => withHeard(context, event) },
          },
          { actions: { type: 'take', params: ({ context, event }) => withHeard(context, event) } },
        ],
        'stream.lost': 'waiting',
        'page.hidden': 'hidden',
      },
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

const withHeard = ({ jobs }: JobsContext, { job }: { job: Job }) => ({
  jobs: (jobs ?? []).map((known) => (known.id === job.id ? job : known)),
})
