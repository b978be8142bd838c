import { setup } from 'xstate'
import { rolloutStates } from '#shared/areas/themes/rollout.ts'
import type { RolloutEvent, RolloutState, StageEndEvent } from '#shared/areas/themes/rollout.ts'

/**
 * Rollout of a theme version to stores, built from the table that the platform enforces
 * (`shared/areas/themes/rollout.ts`).
 */
export const rolloutMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { events: { type: RolloutEvent | StageEndEvent } },
}).createMachine({
  id: 'rollout',
  description:
    'The rollout of a theme version to 5, 25, and 100% of the stores, with pause (by an operator or by its guard), resume, and roll back.',
  initial: 'new' satisfies RolloutState,
  // The keys are the table's own.
  states: Object.fromEntries(
    Object.entries(rolloutStates).map(([state, { on }]) => [state, { on }]),
  ) as Record<RolloutState, { on: Partial<Record<RolloutEvent | StageEndEvent, RolloutState>> }>,
})
