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

/** Promises that stay open until a test settles them, by the id of the invocation. */
export class HeldPromises {
  readonly #open = new Map<string, PromiseWithResolvers<unknown>>()

  /** An actor whose promise the test settles; `invoked` hears its input. */
  logic<Output, Input = NonReducibleUnknown>(invoked?: (input: Input) => void) {
    return fromPromise<Output, Input>(({ self, input }) => {
      invoked?.(input)
      const held = Promise.withResolvers<unknown>()
      this.#open.set(self.id, held)
      // Tests settle it with the output that the machine's own events carry.
      return held.promise as Promise<Output>
    })
  }

  /** Settles the promise of an invocation and waits until its actor has heard of it. */
  async settle(id: string, outcome: { output?: unknown } | { error: unknown }): Promise<void> {
    const held = this.#open.get(id)
    if (!held) throw new Error(`Nothing invoked "${id}"`)
    this.#open.delete(id)
    if ('error' in outcome) held.reject(outcome.error)
    else held.resolve(outcome.output)
    await Promise.allSettled([held.promise])
    await Promise.resolve()
  }
}

/** A machine with its effects replaced, and what its graph is explored with. */
export interface WalkPlan<Machine extends AnyStateMachine> {
  machine: Machine
  inputs: InputFrom<Machine>[]
  /** Tried in every situation; each stands for a class of payloads. */
  events: AnyEventObject[]
  /** Outcomes of invocations, as XState names them (`xstate.done.actor.ID`), tried where they can happen. */
  outcomes?: AnyEventObject[]
  promises?: HeldPromises
  /** What must hold in each state; every atomic state reached needs one. */
  states: Record<string, (snapshot: SnapshotFrom<Machine>) => void>
}

/** What a walk met. Transitions are compared by identity. */
export interface Coverage {
  states: Set<string>
  transitions: Set<AnyTransitionDefinition>
}

interface Step {
  event: AnyEventObject
  state: AnyMachineSnapshot
}

interface Way {
  /** Where the actor begins, if not anew. */
  from?: AnyMachineSnapshot
  /** What it does, looked at after each step only when `watched`. */
  steps: Step[]
  watched: boolean
  /** What it does then. */
  edge: AnyEventObject[]
}

/**
 * Finds every situation of the machine with `xstate/graph`, then takes every edge out of each on a running actor
 * with a simulated clock. After each step the actor must be where the graph says, and what must hold in
 * the states it is in must hold.
 */
export async function walkEveryEdge<Machine extends AnyStateMachine>(
  plan: WalkPlan<Machine>,
): Promise<Coverage> {
  const coverage: Coverage = { states: new Set(), transitions: new Set() }
  for (const input of plan.inputs) {
    const paths = getShortestPaths<AnyStateMachine>(plan.machine, {
      input,
      events: (state) => eventsIn(plan, state),
    })
    for (const { state, steps } of paths) {
      await take(plan, input, { steps, edge: [], watched: true }, coverage)
      // Each edge goes the same way, which was looked at; it is left out where nothing but the snapshot is left of it.
      const way = isWhole(state) ? { from: state, steps: [] } : { steps }
      for (const event of eventsIn(plan, state))
        await take(plan, input, { ...way, edge: [event], watched: false }, coverage)
    }
  }
  return coverage
}

/** Fails unless the walk entered every state and took every transition of the machine. */
export function expectEverything(machine: AnyStateMachine, coverage: Coverage): void {
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

/** The plan's events, and what the clock and the invocations can bring about in this state. */
function eventsIn(
  { events, outcomes = [] }: Pick<WalkPlan<AnyStateMachine>, 'events' | 'outcomes'>,
  state: AnyMachineSnapshot,
): AnyEventObject[] {
  const { _nodes: nodes } = state
  const heard = new Set(nodes.flatMap((node) => [...node.transitions.keys()]))
  const delays = [...heard].filter((type) => type.startsWith('xstate.after.'))
  return [
    ...events,
    ...outcomes.filter(({ type }) => heard.has(type)),
    ...delays.map((type) => ({ type })),
  ]
}

/** Whether no timer and no invocation goes on in a situation, so that its snapshot tells all of it. */
const isWhole = ({ children, _nodes: nodes }: AnyMachineSnapshot): boolean =>
  Object.keys(children).length === 0 &&
  nodes.every(({ invoke, after }) => invoke.length === 0 && after.length === 0)

/** Runs one actor along the steps to a situation and then along an edge out of it, if there is one. */
async function take<Machine extends AnyStateMachine>(
  plan: WalkPlan<Machine>,
  input: InputFrom<Machine>,
  { from, steps, edge, watched }: Way,
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
    holds()
  }
  for (const event of edge) {
    await perform(event)
    holds()
  }
  actor.stop()

  async function perform(event: AnyEventObject): Promise<void> {
    const [, kind, id = ''] =
      /^xstate\.(init|done|error|after)(?:\.actor)?\.?(\w*)/.exec(event.type) ?? []
    if (kind === 'init') return
    if (kind === 'after') clock.increment(delayNamed(id))
    else if (kind === 'done') await plan.promises?.settle(id, { output: event['output'] })
    else if (kind === 'error') await plan.promises?.settle(id, { error: event['error'] })
    else actor.send(event)
  }

  function holds(): void {
    const snapshot = actor.getSnapshot()
    const { _nodes: nodes } = snapshot
    for (const node of nodes) {
      coverage.states.add(node.id)
      const expectation = plan.states[node.path.join('.')]
      if (node.type === 'atomic') expect(expectation, `an expectation for ${node.id}`).toBeDefined()
      // The actor runs the plan's machine; `createActor` above knows it as any machine.
      expectation?.(snapshot as SnapshotFrom<Machine>)
    }
  }

  function delayNamed(name: string): number {
    const delay: unknown = plan.machine.implementations.delays[name]
    if (typeof delay === 'number') return delay
    if (typeof delay === 'function') return delay({ context: actor.getSnapshot().context })
    throw new Error(`No delay is named "${name}"`)
  }
}
