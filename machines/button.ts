import { setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'

interface ButtonInput {
  loading: boolean
}

/**
 * Button that the screen starts and stops (spec.md section 4). While loading, it's disabled and
 * shows "Processing".
 */
export const buttonMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: { startsLoading: boolean }
    events: { type: 'loading.start' } | { type: 'loading.stop' }
    input: ButtonInput
    tags: 'loading'
  },
  guards: {
    startsLoading: ({ context }) => context.startsLoading,
  },
}).createMachine({
  id: 'button',
  description: 'Whether a button waits for the work it started.',
  context: ({ input }) => ({ startsLoading: input.loading }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'startsLoading', target: 'loading' }, { target: 'idle' }],
    },
    idle: { on: { 'loading.start': 'loading' } },
    loading: { tags: 'loading', on: { 'loading.stop': 'idle' } },
  },
})

/** Whether the button is disabled and shows "Processing". */
export const isLoading = (snapshot: SnapshotFrom<typeof buttonMachine>) =>
  snapshot.hasTag('loading')
