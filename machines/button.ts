import { setup } from 'xstate'
import type { SnapshotFrom } from 'xstate'

/** A button that the screen starts and stops (spec.md section 4); loading, it is disabled and shows "Processing". */
export const buttonMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    events: { type: 'loading.start' } | { type: 'loading.stop' }
    tags: 'loading'
  },
}).createMachine({
  id: 'button',
  description: 'Whether a button waits for the work it started.',
  initial: 'idle',
  states: {
    idle: { on: { 'loading.start': 'loading' } },
    loading: { tags: 'loading', on: { 'loading.stop': 'idle' } },
  },
})

/** Whether the button is disabled and shows "Processing". */
export const isLoading = (snapshot: SnapshotFrom<typeof buttonMachine>) =>
  snapshot.hasTag('loading')
