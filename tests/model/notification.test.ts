import { expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { notificationMachine } from '#machines/notification.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

/** The clock alone, without the notification area that it reports to. */
function provided() {
  const askToClose = vi.fn<(id: string) => void>()
  const machine = notificationMachine.provide({
    actions: { askToClose: ({ context }) => askToClose(context.id) },
  })
  return { askToClose, machine }
}

test("every state and transition of a notification's clock", async () => {
  const { machine } = provided()
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
  expectEverything(machine, coverage)
})

test.each([
  [true, ['a']],
  [false, []],
])(
  'spec.md section 4: it closes after its delay unless the timeout flag is off (%s)',
  (timeout, asked) => {
    const { askToClose, machine } = provided()
    const clock = new SimulatedClock()
    createActor(machine, {
      input: { id: 'a', timeout, delay: 500, pausesOnAttention: false },
      clock,
    }).start()
    clock.increment(499)
    expect(askToClose).not.toHaveBeenCalled()
    clock.increment(1)
    expect(askToClose.mock.calls.flat()).toEqual(asked)
  },
)

test.each([
  ['one that waits does so while it has attention, and then begins anew', true, 1500],
  ['any other one closes as ever', false, 500],
])('%s', (_, waits, closesAt) => {
  const { askToClose, machine } = provided()
  const clock = new SimulatedClock()
  const input = { id: 'a', timeout: true, delay: 500, pausesOnAttention: waits }
  const actor = createActor(machine, { input, clock }).start()
  let now = 0
  const at = (time: number) => {
    clock.increment(time - now)
    now = time
  }
  at(400)
  actor.send({ type: 'attention.given' })
  at(waits ? 1000 : 450)
  actor.send({ type: 'attention.gone' })
  at(closesAt - 1)
  expect(askToClose).not.toHaveBeenCalled()
  at(closesAt)
  expect(askToClose).toHaveBeenCalledOnce()
})
