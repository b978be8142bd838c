import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { availabilityMachine } from '#machines/availability.ts'
import type { AvailabilityResult } from '#machines/availability.ts'
import { expectEverything, HeldPromises, walkEveryEdge } from './walk.ts'

const input = { delayMs: 400, isComplete: (value: string) => value.length >= 2 }
const taken = { available: false, message: 'This code is already used' }

/** The machine with a clock of the test's, and a platform that answers when the test says so. */
function asking() {
  const clock = new SimulatedClock()
  const calls: { value: string; signal: AbortSignal; answer: (of: AvailabilityResult) => void }[] =
    []
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
    rest: (ms: number) => clock.increment(ms),
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

test('every state and transition of a check for availability', async () => {
  const promises = new HeldPromises()
  const machine = availabilityMachine.provide({ actors: { check: promises.logic() } })
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
      { type: 'xstate.done.actor.check', output: taken },
      { type: 'xstate.error.actor.check', error: new Error('no answer') },
    ],
    promises,
    states: {
      unchecked: ({ context }) => expect(input.isComplete(context.value)).toBe(false),
      waiting: ({ context }) => expect(context.message).toBeNull(),
      checking: (snapshot) => expect(snapshot.hasTag('asking')).toBe(true),
      available: ({ context }) => expect(context.message).toBeNull(),
      taken: ({ context }) => expect(context.message).toBe(taken.message),
      unknown: ({ context }) => expect(context.message).toBeNull(),
    },
  })
  expectEverything(machine, coverage)
})

test('asks once, when typing has rested', () => {
  const { change, rest, calls, state } = asking()
  for (const value of ['ac', 'acm', 'acme']) {
    change(value)
    rest(399)
  }
  expect(calls).toEqual([])
  rest(1)
  expect(state()).toBe('checking')
  expect(calls.map(({ value }) => value)).toEqual(['acme'])
})

test('asks at once where typing is over', () => {
  const { change, ask, calls, state } = asking()
  change('acme')
  ask()
  expect(state()).toBe('checking')
  expect(calls.map(({ value }) => value)).toEqual(['acme'])
})

test('what the rules of the field refuse is not asked about', () => {
  const { change, rest, calls, state } = asking()
  change('a')
  rest(10_000)
  expect(state()).toBe('unchecked')
  expect(calls).toEqual([])
})

test('the answer about an older value is ignored, and its call is given up', async () => {
  const { change, rest, calls, state, answer, message } = asking()
  change('acme')
  rest(400)
  change('acme-2')
  expect(calls[0]?.signal.aborted).toBe(true)
  await answer(0, taken)
  expect(state()).toBe('waiting')
  rest(400)
  await answer(1, { available: true })
  expect(state()).toBe('available')
  expect(message()).toBeNull()
})

test('a value that was taken says why until it changes', async () => {
  const { change, rest, state, answer, message } = asking()
  change('acme')
  rest(400)
  await answer(0, taken)
  expect(state()).toBe('taken')
  expect(message()).toBe(taken.message)
  change('acme')
  expect(state()).toBe('taken')
  change('acme-2')
  expect(state()).toBe('waiting')
  expect(message()).toBeNull()
})
