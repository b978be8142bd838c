import { expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { notificationMachine } from '#machines/notification.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

/** Creates the clock without the notification area that it reports to. */
function createMachine() {
  const askToClose = vi.fn<(id: string) => void>()
  const machine = notificationMachine.provide({
    actions: { askToClose: ({ context }) => askToClose(context.id) },
  })
  return { askToClose, machine }
}

test("a notification's clock reaches every state and takes every transition", async () => {
  const { machine } = createMachine()
  const coverage = await walkEveryEdge({
    machine,
    inputs: [
      { id: 'a', timeout: true, delay: 3000, pausesOnAttention: true },
      { id: 'b', timeout: false, delay: 3000, pausesOnAttention: true },
      { id: 'c', timeout: true, delay: 3000, pausesOnAttention: false },
    ],
    events: [{ type: 'attention.given' }, { type: 'attention.gone' }],
    states: {
      counting: (snapshot) => expect(snapshot.context.timeout).toBe(true),
      waiting: (snapshot) => expect(snapshot.context.pausesOnAttention).toBe(true),
      pinned: (snapshot) => expect(snapshot.context.timeout).toBe(false),
      over: (snapshot) => expect(snapshot.status).toBe('done'),
    },
  })
  expectFullCoverage(machine, coverage)
})

test.each([
  [true, ['a']],
  [false, []],
])(
  'spec.md section 4: a notification closes after its delay only if its timeout flag is on (%s)',
  (timeout, closedIds) => {
    const { askToClose, machine } = createMachine()
    const clock = new SimulatedClock()
    createActor(machine, {
      input: { id: 'a', timeout, delay: 500, pausesOnAttention: false },
      clock,
    }).start()
    clock.increment(499)
    expect(askToClose).not.toHaveBeenCalled()
    clock.increment(1)
    expect(askToClose.mock.calls.flat()).toEqual(closedIds)
  },
)

test.each([
  ['a notification that pauses on attention restarts its delay afterward', true, 1500],
  ['any other notification closes after its delay, even with attention', false, 500],
])('%s', (_, pauses, closesAt) => {
  const { askToClose, machine } = createMachine()
  const clock = new SimulatedClock()
  const input = { id: 'a', timeout: true, delay: 500, pausesOnAttention: pauses }
  const actor = createActor(machine, { input, clock }).start()
  let now = 0
  const advanceClock = (time: number) => {
    clock.increment(time - now)
    now = time
  }
  advanceClock(400)
  actor.send({ type: 'attention.given' })
  advanceClock(pauses ? 1000 : 450)
  actor.send({ type: 'attention.gone' })
  advanceClock(closesAt - 1)
  expect(askToClose).not.toHaveBeenCalled()
  advanceClock(closesAt)
  expect(askToClose).toHaveBeenCalledOnce()
})
