import { assign, fromPromise, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { throwNotProvided } from './notProvided.ts'

interface AvailabilityInput {
  /** In milliseconds. */
  delayMs: number
  /** What its field's own rules refuse is not worth asking about. */
  isComplete: (value: string) => boolean
}

/** The platform's answer; the message says why a value cannot be had. */
export interface AvailabilityResult {
  available: boolean
  message?: string | null | undefined
}

interface AvailabilityContext extends AvailabilityInput {
  value: string
  message: string | null
}

/** Asked when typing stops (screens.md, Create store). To provide: `check` (its signal aborts with a new value). */
export const availabilityMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: AvailabilityContext
    events: { type: 'value.change'; value: string } | { type: 'value.ask' }
    input: AvailabilityInput
    tags: 'asking' | 'open'
  },
  actors: {
    check: fromPromise<AvailabilityResult, { value: string }>(async () =>
      throwNotProvided('check'),
    ),
  },
  actions: {
    take: assign((_, { value }: { value: string }) => ({ value, message: null })),
    explain: assign((_, { message }: AvailabilityResult) => ({ message: message ?? null })),
  },
  guards: {
    isSame: ({ context }, { value }: { value: string }) => value === context.value,
    isWhole: ({ context }, { value }: { value: string }) => context.isComplete(value),
    isAvailable: (_, { available }: AvailabilityResult) => available,
  },
  delays: { rest: ({ context }) => context.delayMs },
}).createMachine({
  id: 'availability',
  description: 'Whether a unique value is still free, checked once typing stops.',
  context: ({ input }) => ({ ...input, value: '', message: null }),
  on: {
    'value.change': [
      { guard: { type: 'isSame', params: ({ event }) => event } },
      {
        guard: { type: 'isWhole', params: ({ event }) => event },
        target: '.waiting',
        actions: { type: 'take', params: ({ event }) => event },
      },
      { target: '.unchecked', actions: { type: 'take', params: ({ event }) => event } },
    ],
  },
  initial: 'unchecked',
  states: {
    unchecked: {},
    /** The value may still be growing; who goes on is done with it. */
    waiting: {
      tags: 'open',
      after: { rest: 'checking' },
      on: { 'value.ask': 'checking' },
    },
    checking: {
      tags: ['asking', 'open'],
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context: { value } }) => ({ value }),
        onDone: [
          {
            guard: { type: 'isAvailable', params: ({ event }) => event.output },
            target: 'available',
          },
          {
            target: 'taken',
            actions: { type: 'explain', params: ({ event }) => event.output },
          },
        ],
        onError: 'unknown',
      },
    },
    available: {},
    taken: {},
    /** The platform did not say. */
    unknown: {},
  },
})

/** Whether the answer about the value is still to come. */
export const isCheckPending = (snapshot: SnapshotFrom<typeof availabilityMachine>) =>
  snapshot.hasTag('open')
