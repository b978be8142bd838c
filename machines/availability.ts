import { assign, fromPromise, setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'
import { throwNotProvided } from './notProvided.ts'

interface AvailabilityInput {
  /** Pause in typing before the check, in milliseconds. */
  delayMs: number
  /** Whether a value passes the field's own rules; others aren't worth checking. */
  isComplete: (value: string) => boolean
}

/** The platform's answer; `message` explains why a value isn't available. */
export interface AvailabilityResult {
  available: boolean
  message?: string | null | undefined
}

interface AvailabilityContext extends AvailabilityInput {
  value: string
  message: string | null
}

/**
 * Availability check of a unique value once typing stops (screens.md, Create store). Callers
 * provide `check`; its signal aborts when the value changes.
 */
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
    /** The value may still change; `value.ask` skips the wait. */
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
    /** The check failed, so the platform gave no answer. */
    unknown: {},
  },
})

/** Whether the availability of the value is still to be determined. */
export const isCheckPending = (snapshot: SnapshotFrom<typeof availabilityMachine>) =>
  snapshot.hasTag('open')
