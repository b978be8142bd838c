import { assign, setup } from 'xstate'
import {
  failuresUntilDegraded,
  life,
  standingAfter,
  unset,
} from '#shared/engine/integrations/life.ts'
import type { LifeEvent, Standing } from '#shared/engine/integrations/life.ts'
import type { IntegrationState } from '#shared/engine/integrations/states.ts'

type IntegrationContext = Omit<Standing, 'state'>
/** Checks that failed too often are no event of their own: the machine counts them. */
type IntegrationEvent = { type: `integration.${Exclude<LifeEvent, 'degrade'>}` }

const eventOf = (type: string) => type.slice('integration.'.length) as LifeEvent // Of the machine's own events.

const follow = (state: IntegrationState) =>
  assign(({ context, event }: { context: IntegrationContext; event: { type: string } }) => {
    const { failures, proven } =
      standingAfter({ ...context, state }, eventOf(event.type)) ?? context
    return { failures, proven }
  })

function stateOf(state: IntegrationState) {
  const { degrade, ...events }: Partial<Record<LifeEvent, IntegrationState>> = life[state]
  const actions = follow(state)
  const on = Object.entries(events).map(([event, target]) => {
    const to = { target, actions }
    if (event === 'activate') return [event, { guard: 'isProven', ...to }]
    if (event === 'checkFail' && degrade)
      return [event, [{ guard: 'isOnceTooOften', target: degrade, actions }, to]]
    return [event, to]
  })
  return { on: Object.fromEntries(on.map(([event, way]) => [`integration.${event}`, way])) }
}

/** The life of every integration: made of the table that the platform enforces (`shared/engine/integrations/life.ts`). */
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
  context: { failures: unset.failures, proven: unset.proven },
  initial: unset.state,
  // The keys are the table's own.
  states: Object.fromEntries(
    Object.keys(life).map((state) => [state, stateOf(state as IntegrationState)]),
  ) as Record<IntegrationState, ReturnType<typeof stateOf>>,
})
