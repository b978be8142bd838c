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
      { id: 'a', timeout: true, delay: 3000 },
      { id: 'b', timeout: false, delay: 3000 },
    ],
    events: [],
    states: {
      counting: (snapshot) => expect(snapshot.context.timeout).toBe(true),
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
    createActor(machine, { input: { id: 'a', timeout, delay: 500 }, clock }).start()
    clock.increment(499)
    expect(askToClose).not.toHaveBeenCalled()
    clock.increment(1)
    expect(askToClose.mock.calls.flat()).toEqual(asked)
  },
)
