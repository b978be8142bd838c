import { describe, expect, test } from 'vitest'
import { rolloutMachine } from '#machines/rollout.ts'
import {
  isRollingOut,
  isUnfinished,
  getRolloutBucket,
  getNextRolloutState,
  rolloutStates,
  getRolloutShare,
} from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { expectEverything, walkEveryEdge } from './walk.ts'

const names = Object.keys(rolloutEvents) as RolloutEvent[] // They are the table's own.
const states = Object.keys(rolloutStates) as RolloutState[]
const shares = {
  new: 0,
  pilot: 0,
  pilotPaused: 0,
  few: 5,
  fewPaused: 5,
  some: 25,
  somePaused: 25,
  all: 100,
  allPaused: 100,
  rolledBack: 0,
}

const hasShare =
  (share: number) =>
  ({ value }: { value: unknown }) =>
    expect(getRolloutShare(value as RolloutState)).toBe(share) // States of the machine are the table's.

test('every state and transition of a rollout', async () => {
  const coverage = await walkEveryEdge({
    machine: rolloutMachine,
    inputs: [undefined],
    events: names.map((type) => ({ type })),
    states: Object.fromEntries(states.map((state) => [state, hasShare(shares[state])])),
  })
  expectEverything(rolloutMachine, coverage)
})

test.each(states)(
  'from %s the machine goes where the table says, which the platform enforces',
  (state) => {
    const snapshot = rolloutMachine.resolveState({ value: state })
    for (const type of names) {
      expect(snapshot.can({ type }), type).toBe(getNextRolloutState(state, type) !== null)
    }
  },
)

test('a rollout that is not everywhere can be taken back, and a paused one gives no store the version', () => {
  for (const state of states.filter(isUnfinished))
    expect(getNextRolloutState(state, 'rollBack')).toBe('rolledBack')
  expect(states.filter(isRollingOut)).toEqual(['pilot', 'few', 'some', 'all'])
})

describe('the place of a store in a rollout', () => {
  const places = Array.from({ length: 10_000 }, (_, at) => getRolloutBucket(at + 1, 7))

  test('stays what it is, and is another one for another version', () => {
    expect(places).toEqual(Array.from({ length: 10_000 }, (_, at) => getRolloutBucket(at + 1, 7)))
    const alike = places.filter((place, at) => place === getRolloutBucket(at + 1, 8))
    expect(alike.length).toBeLessThan(300)
  })

  test.each([5, 25, 100])('of many %i of a hundred are in that stage', (share) => {
    const count = places.filter((place) => place < share).length
    expect(Math.abs(count - share * 100)).toBeLessThanOrEqual(200)
  })
})
