import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  InputFrom,
  NonReducibleUnknown,
  SnapshotFrom,
} from 'xstate'
import { getShortestPaths, getStateNodes } from 'xstate/graph'
import { expect } from 'vitest'

/** Promises that stay pending until a test settles them by the ID of their invocation. */
export class PendingPromises {
  readonly #open = new Map<string, PromiseWithResolvers<unknown>>()

  /** Creates an actor whose promise the test settles; `onInvoke` receives its input. */
  createLogic<Output, Input = NonReducibleUnknown>(onInvoke?: (input: Input) => void) {
    return fromPromise<Output, Input>(({ self, input }) => {
      onInvoke?.(input)
      const deferred = Promise.withResolvers<unknown>()
      this.#open.set(self.id, deferred)
      // Tests settle it with the output that the machine's own events carry.
      return deferred.promise as Promise<Output>
    })
  }

  /** Settles the promise of an invocation and waits until its actor has processed it. */
  async settle(id: string, outcome: { output?: unknown } | { error: unknown }): Promise<void> {
    const deferred = this.#open.get(id)
    if (!deferred) throw new Error(`Nothing invoked "${id}"`)
    this.#open.delete(id)
    if ('error' in outcome) deferred.reject(outcome.error)
    else deferred.resolve(outcome.output)
    await Promise.allSettled([deferred.promise])
    await Promise.resolve()
  }
}

/** A machine with replaced effects, and the inputs and events that explore its graph. */
export interface WalkPlan<Machine extends AnyStateMachine> {
  machine: Machine
  inputs: InputFrom<Machine>[]
  /** Sent in every situation; each stands for a class of payloads. */
  events: AnyEventObject[]
  /** Outcomes of invocations by XState's names (`xstate.done.actor.ID`), sent where they can happen. */
  outcomes?: AnyEventObject[]
  promises?: PendingPromises
  /** The expectation for each state; every atomic state needs one. */
  states: Record<string, (snapshot: SnapshotFrom<Machine>) => void>
}

/** The states and transitions of a walk. Transitions are compared by identity. */
export interface Coverage {
  states: Set<string>
  transitions: Set<AnyTransitionDefinition>
}

interface Step {
  event: AnyEventObject
  state: AnyMachineSnapshot
}

interface Route {
  /** The snapshot that the actor starts from, if not its initial one. */
  from?: AnyMachineSnapshot
  /** The steps to take, with a check after each if `watched`. */
  steps: Step[]
  watched: boolean
  /** The events to send after them. */
  edge: AnyEventObject[]
}

/**
 * Finds every situation of the machine with `xstate/graph`, then takes every edge out of each on a
 * running actor with a simulated clock. After each step the actor must match the graph and the
 * expectations for its states.
 */
export async function walkEveryEdge<Machine extends AnyStateMachine>(
  plan: WalkPlan<Machine>,
): Promise<Coverage> {
  const coverage: Coverage = { states: new Set(), transitions: new Set() }
  for (const input of plan.inputs) {
    const paths = getShortestPaths<AnyStateMachine>(plan.machine, {
      input,
      events: (state) => getPossibleEvents(plan, state),
    })
    for (const { state, steps } of paths) {
      await runRoute(plan, input, { steps, edge: [], watched: true }, coverage)
      // The path was checked above. Edges start from its snapshot if that is complete.
      const route = isComplete(state) ? { from: state, steps: [] } : { steps }
      for (const event of getPossibleEvents(plan, state))
        await runRoute(plan, input, { ...route, edge: [event], watched: false }, coverage)
    }
  }
  return coverage
}

/** Fails unless the walk entered every state and took every transition of the machine. */
export function expectFullCoverage(machine: AnyStateMachine, coverage: Coverage): void {
  const nodes = [machine.root, ...getStateNodes(machine.root)].filter(
    (node) => node.type !== 'history',
  )
  const missedStates = nodes.map((node) => node.id).filter((id) => !coverage.states.has(id))
  const missedTransitions = nodes
    .flatMap((node) => [...node.transitions.values(), node.always ?? []].flat())
    .filter((transition) => !coverage.transitions.has(transition))
    .map(({ source, eventType, target }) => ({
      from: source.id,
      event: eventType,
      to: target?.map((node) => node.id),
    }))
  expect({ missedStates, missedTransitions }).toEqual({ missedStates: [], missedTransitions: [] })
}

/**
 * Returns the plan's events, and the delays and outcomes that can happen in this state. A machine
 * in a final state takes no more events.
 */
function getPossibleEvents(
  { events, outcomes = [] }: Pick<WalkPlan<AnyStateMachine>, 'events' | 'outcomes'>,
  state: AnyMachineSnapshot,
): AnyEventObject[] {
  const { status, _nodes: nodes } = state
  if (status !== 'active') return []
  const eventTypes = new Set(nodes.flatMap((node) => [...node.transitions.keys()]))
  const delays = [...eventTypes].filter((type) => type.startsWith('xstate.after.'))
  return [
    ...events,
    ...outcomes.filter(({ type }) => eventTypes.has(type)),
    ...delays.map((type) => ({ type })),
  ]
}

/** Returns whether no timer or invocation runs, so that the snapshot is complete. */
const isComplete = ({ children, _nodes: nodes }: AnyMachineSnapshot): boolean =>
  Object.keys(children).length === 0 &&
  nodes.every(({ invoke, after }) => invoke.length === 0 && after.length === 0)

/** Runs an actor along the steps to a situation, and then along an edge out of it, if any. */
async function runRoute<Machine extends AnyStateMachine>(
  plan: WalkPlan<Machine>,
  input: InputFrom<Machine>,
  { from, steps, edge, watched }: Route,
  coverage: Coverage,
): Promise<void> {
  const clock = new SimulatedClock()
  const actor = createActor<AnyStateMachine>(plan.machine, {
    input,
    clock,
    ...(from && { snapshot: plan.machine.getPersistedSnapshot(from) }),
    inspect: (inspected) => {
      if (inspected.type !== '@xstate.microstep') return
      const { _transitions: transitions } = inspected
      for (const transition of transitions) {
        coverage.transitions.add(transition)
        coverage.states.add(transition.source.id)
      }
    },
  }).start()
  for (const { event, state } of steps) {
    await perform(event)
    if (!watched) continue
    const { value, context } = actor.getSnapshot()
    expect({ value, context }).toEqual({ value: state.value, context: state.context })
    checkExpectations()
  }
  for (const event of edge) {
    await perform(event)
    checkExpectations()
  }
  actor.stop()

  async function perform(event: AnyEventObject): Promise<void> {
    const [, kind, id = ''] =
      /^xstate\.(init|done|error|after)(?:\.actor)?\.?(\w*)/.exec(event.type) ?? []
    if (kind === 'init') return
    if (kind === 'after') clock.increment(getDelay(id))
    else if (kind === 'done') await plan.promises?.settle(id, { output: event['output'] })
    else if (kind === 'error') await plan.promises?.settle(id, { error: event['error'] })
    else actor.send(event)
  }

  function checkExpectations(): void {
    const snapshot = actor.getSnapshot()
    const { _nodes: nodes } = snapshot
    for (const node of nodes) {
      coverage.states.add(node.id)
      const expectation = plan.states[node.path.join('.')]
      if (node.type === 'atomic') expect(expectation, `an expectation for ${node.id}`).toBeDefined()
      // The actor runs the plan's machine; `createActor` above types it as any machine.
      expectation?.(snapshot as SnapshotFrom<Machine>)
    }
  }

  function getDelay(name: string): number {
    const delay: unknown = plan.machine.implementations.delays[name]
    if (typeof delay === 'number') return delay
    if (typeof delay === 'function') return delay({ context: actor.getSnapshot().context })
    throw new Error(`No delay is named "${name}"`)
  }
}
