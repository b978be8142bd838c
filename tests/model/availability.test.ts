import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { availabilityMachine } from '#machines/availability.ts'
import type { AvailabilityResult } from '#machines/availability.ts'
import { expectFullCoverage, PendingPromises, walkEveryEdge } from './walk.ts'

const input = { delayMs: 400, isComplete: (value: string) => value.length >= 2 }
const takenResult = { available: false, message: 'This code is already used' }

/** Starts a check with a simulated clock and a platform that answers when the test says so. */
function startCheck() {
  const clock = new SimulatedClock()
  const calls: {
    value: string
    signal: AbortSignal
    answer: (result: AvailabilityResult) => void
  }[] = []
  const machine = availabilityMachine.provide({
    actors: {
      check: fromPromise<AvailabilityResult, { value: string }>(({ input: { value }, signal }) => {
        const { promise, resolve } = Promise.withResolvers<AvailabilityResult>()
        calls.push({ value, signal, answer: resolve })
        return promise
      }),
    },
  })
  const actor = createActor(machine, { input, clock }).start()
  return {
    calls,
    advanceClock: (ms: number) => clock.increment(ms),
    change: (value: string) => actor.send({ type: 'value.change', value }),
    ask: () => actor.send({ type: 'value.ask' }),
    state: () => actor.getSnapshot().value,
    message: () => actor.getSnapshot().context.message,
    async answer(at: number, answer: AvailabilityResult) {
      calls[at]?.answer(answer)
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

test('an availability check reaches every state and takes every transition', async () => {
  const promises = new PendingPromises()
  const machine = availabilityMachine.provide({ actors: { check: promises.createLogic() } })
  const coverage = await walkEveryEdge({
    machine,
    inputs: [input],
    events: [
      { type: 'value.change', value: 'acme' },
      { type: 'value.change', value: 'a' },
      { type: 'value.ask' },
    ],
    outcomes: [
      { type: 'xstate.done.actor.check', output: { available: true } },
      { type: 'xstate.done.actor.check', output: takenResult },
      { type: 'xstate.error.actor.check', error: new Error('no answer') },
    ],
    promises,
    states: {
      unchecked: ({ context }) => expect(input.isComplete(context.value)).toBe(false),
      waiting: ({ context }) => expect(context.message).toBeNull(),
      checking: (snapshot) => expect(snapshot.hasTag('asking')).toBe(true),
      available: ({ context }) => expect(context.message).toBeNull(),
      taken: ({ context }) => expect(context.message).toBe(takenResult.message),
      unknown: ({ context }) => expect(context.message).toBeNull(),
    },
  })
  expectFullCoverage(machine, coverage)
})

test('a check asks the platform once, after typing pauses', () => {
  const { change, advanceClock, calls, state } = startCheck()
  for (const value of ['ac', 'acm', 'acme']) {
    change(value)
    advanceClock(399)
  }
  expect(calls).toEqual([])
  advanceClock(1)
  expect(state()).toBe('checking')
  expect(calls.map(({ value }) => value)).toEqual(['acme'])
})

test('a check asks the platform immediately when typing is over', () => {
  const { change, ask, calls, state } = startCheck()
  change('acme')
  ask()
  expect(state()).toBe('checking')
  expect(calls.map(({ value }) => value)).toEqual(['acme'])
})

test("a value that breaks the field's rules is not checked", () => {
  const { change, advanceClock, calls, state } = startCheck()
  change('a')
  advanceClock(10_000)
  expect(state()).toBe('unchecked')
  expect(calls).toEqual([])
})

test('the answer about an older value is ignored, and its call is aborted', async () => {
  const { change, advanceClock, calls, state, answer, message } = startCheck()
  change('acme')
  advanceClock(400)
  change('acme-2')
  expect(calls[0]?.signal.aborted).toBe(true)
  await answer(0, takenResult)
  expect(state()).toBe('waiting')
  advanceClock(400)
  await answer(1, { available: true })
  expect(state()).toBe('available')
  expect(message()).toBeNull()
})

test('a taken value has its message until it changes', async () => {
  const { change, advanceClock, state, answer, message } = startCheck()
  change('acme')
  advanceClock(400)
  await answer(0, takenResult)
  expect(state()).toBe('taken')
  expect(message()).toBe(takenResult.message)
  change('acme')
  expect(state()).toBe('taken')
  change('acme-2')
  expect(state()).toBe('waiting')
  expect(message()).toBeNull()
})
