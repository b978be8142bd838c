import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { buttonMachine, isLoading } from '#machines/button.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

test('a button reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: buttonMachine,
    inputs: [{ loading: false }, { loading: true }],
    events: [{ type: 'loading.start' }, { type: 'loading.stop' }],
    states: {
      idle: (snapshot) => expect(isLoading(snapshot)).toBe(false),
      loading: (snapshot) => expect(isLoading(snapshot)).toBe(true),
    },
  })
  expectFullCoverage(buttonMachine, coverage)
})

test('spec.md section 4: a button is idle or loading, started and stopped by the screen', () => {
  const button = createActor(buttonMachine, { input: { loading: false } }).start()
  expect(isLoading(button.getSnapshot())).toBe(false)
  button.send({ type: 'loading.start' })
  expect(isLoading(button.getSnapshot())).toBe(true)
  button.send({ type: 'loading.stop' })
  expect(isLoading(button.getSnapshot())).toBe(false)
})
