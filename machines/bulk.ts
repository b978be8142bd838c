import { assign, fromCallback, setup } from 'xstate'
import { isActiveJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { throwNotProvided } from './notProvided.ts'

interface BulkContext {
  /** Whether a plan was made. */
  isPlanned: boolean
  job: Job | null
}

export type BulkJobEvent = { type: 'job.heard'; job: Job }

const bulkSetup = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: BulkContext
    events: BulkJobEvent | { type: 'plan.ask' } | { type: 'plan.leave' } | { type: 'job.ask' }
    input: BulkContext
    tags: 'busy'
  },
  actors: {
    listen: fromCallback<BulkJobEvent, { id: number }, BulkJobEvent>(() =>
      throwNotProvided('listen'),
    ),
  },
  actions: {
    take: assign((_, { job }: { job: Job }) => ({ job })),
    leave: assign({ isPlanned: false }),
  },
  guards: {
    isPlanned: ({ context }) => context.isPlanned,
    isUndoing: ({ context: { job } }) => job !== null && isActiveJob(job) && isUndoJob(job),
    isRunning: ({ context: { job } }) => job !== null && isActiveJob(job),
    isKnown: ({ context: { job } }) => job !== null,
    hasEnded: (_, { job }: { job: Job }) => !isActiveJob(job),
  },
})

/** State while a job runs; it stores each update of the job. */
const listeningState = bulkSetup.createStateConfig({
  invoke: {
    id: 'listening',
    src: 'listen',
    input: ({ context: { job } }) => ({ id: job?.id ?? 0 }),
  },
  on: {
    'job.heard': [
      {
        guard: { type: 'hasEnded', params: ({ event }) => event },
        target: 'ended',
        actions: { type: 'take', params: ({ event }) => event },
      },
      { actions: { type: 'take', params: ({ event }) => event } },
    ],
  },
})

/**
 * Bulk change. Each page carries the platform's answer and starts the machine again. Callers
 * provide `listen`, whose cleanup ends it.
 */
export const bulkMachine = bulkSetup.createMachine({
  id: 'bulk',
  description: 'A bulk change: selected, planned, run by a job, and undone.',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isUndoing', target: 'undoing' },
        { guard: 'isRunning', target: 'running' },
        { guard: 'isKnown', target: 'ended' },
        { guard: 'isPlanned', target: 'planned' },
        { target: 'choosing' },
      ],
    },
    choosing: { on: { 'plan.ask': 'planning' } },
    planning: { tags: 'busy' },
    planned: {
      on: {
        'plan.leave': { target: 'choosing', actions: 'leave' },
        'job.ask': 'beginning',
      },
    },
    beginning: { tags: 'busy' },
    running: listeningState,
    undoing: listeningState,
    ended: { on: { 'job.ask': 'beginning' } },
  },
})

/** Whether a job undoes another one. */
const isUndoJob = ({ undoOf }: Job): boolean => typeof undoOf === 'number'
