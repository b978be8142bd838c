import { assign, setup } from 'xstate'
import {
  failuresUntilDegraded,
  integrationLifecycle,
  getNextStatus,
  unconfiguredHealth,
} from '#shared/engine/integrations/lifecycle.ts'
import type { LifecycleEvent, IntegrationHealth } from '#shared/engine/integrations/lifecycle.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'

type IntegrationContext = Omit<IntegrationHealth, 'state'>
/** `degrade` isn't an event of the machine, which counts failed checks itself. */
type IntegrationEvent = { type: `integration.${Exclude<LifecycleEvent, 'degrade'>}` }

// The machine's own events are the only input.
const toLifecycleEvent = (type: string) => type.slice('integration.'.length) as LifecycleEvent

const updateHealth = (state: IntegrationState) =>
  assign(({ context, event }: { context: IntegrationContext; event: { type: string } }) => {
    const { failures, proven } =
      getNextStatus({ ...context, state }, toLifecycleEvent(event.type)) ?? context
    return { failures, proven }
  })

function createLifecycleState(state: IntegrationState) {
  const { degrade, ...events }: Partial<Record<LifecycleEvent, IntegrationState>> =
    integrationLifecycle[state]
  const actions = updateHealth(state)
  const on = Object.entries(events).map(([event, target]) => {
    const transition = { target, actions }
    if (event === 'activate') return [event, { guard: 'isProven', ...transition }]
    if (event === 'checkFail' && degrade)
      return [event, [{ guard: 'isOnceTooOften', target: degrade, actions }, transition]]
    return [event, transition]
  })
  return {
    on: Object.fromEntries(on.map(([event, transition]) => [`integration.${event}`, transition])),
  }
}

/**
 * Lifecycle of every integration, built from the table that the platform enforces
 * (`shared/engine/integrations/lifecycle.ts`).
 */
export const integrationMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: IntegrationContext; events: IntegrationEvent },
  guards: {
    isProven: ({ context }) => context.proven,
    isOnceTooOften: ({ context }) => context.failures + 1 >= failuresUntilDegraded,
  },
}).createMachine({
  id: 'integration',
  description:
    'An integration: a draft until a test of its settings passes, then active, and degraded while its checks fail.',
  context: { failures: unconfiguredHealth.failures, proven: unconfiguredHealth.proven },
  initial: unconfiguredHealth.state,
  // The keys are the table's own.
  states: Object.fromEntries(
    Object.keys(integrationLifecycle).map((state) => [
      state,
      createLifecycleState(state as IntegrationState),
    ]),
  ) as Record<IntegrationState, ReturnType<typeof createLifecycleState>>,
})
