import { describe, expect, test } from 'vitest'
import { rolloutMachine } from '#machines/rollout.ts'
import {
  isRolloutActive,
  isBlockingOtherRollouts,
  getRolloutBucket,
  getNextRolloutState,
  rolloutStates,
  stageEndEvents,
  getStageEnd,
  isInStage,
  getRolloutShare,
} from '#shared/areas/themes/rollout.ts'
import { rolloutEvents } from '#shared/areas/themes/messages.ts'
import type { RolloutEvent, RolloutState } from '#shared/areas/themes/rollout.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

// The keys are the table's.
const eventNames = [...(Object.keys(rolloutEvents) as RolloutEvent[]), ...stageEndEvents]
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

const expectShare =
  (share: number) =>
  ({ value }: { value: unknown }) =>
    expect(getRolloutShare(value as RolloutState)).toBe(share) // The machine's states are the table's.

test('a rollout reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: rolloutMachine,
    inputs: [undefined],
    events: eventNames.map((type) => ({ type })),
    states: Object.fromEntries(states.map((state) => [state, expectShare(shares[state])])),
  })
  expectFullCoverage(rolloutMachine, coverage)
})

test.each(states)(
  'the state %s allows the events of the table that the platform enforces',
  (state) => {
    const snapshot = rolloutMachine.resolveState({ value: state })
    for (const type of eventNames) {
      expect(snapshot.can({ type }), type).toBe(getNextRolloutState(state, type) !== null)
    }
  },
)

test('an unfinished rollout can be rolled back, and a paused one gives no store the version', () => {
  for (const state of states.filter(isBlockingOtherRollouts))
    expect(getNextRolloutState(state, 'rollBack')).toBe('rolledBack')
  expect(states.filter(isRolloutActive)).toEqual(['pilot', 'few', 'some', 'all'])
})

test('the end of a stage leads back to the stage that it started from', () => {
  for (const from of states)
    for (const event of ['pilot', 'start', 'widen'] as const) {
      const to = getNextRolloutState(from, event)
      if (to === null) continue
      const before = from === 'new' ? 'rolledBack' : from
      const paused = getNextRolloutState(to, 'pause')
      expect(getNextRolloutState(to, getStageEnd(from))).toBe(before)
      expect(paused && getNextRolloutState(paused, getStageEnd(from))).toBe(before)
      expect([to, paused].map((state) => state && isInStage(state, to))).toEqual([true, true])
      expect(isInStage(from, to)).toBe(false)
    }
})

describe('The bucket of a store in a rollout', () => {
  const buckets = Array.from({ length: 10_000 }, (_, at) => getRolloutBucket(at + 1, 7))

  test('is stable for a version, and differs for another version', () => {
    expect(buckets).toEqual(Array.from({ length: 10_000 }, (_, at) => getRolloutBucket(at + 1, 7)))
    const equalBuckets = buckets.filter((bucket, at) => bucket === getRolloutBucket(at + 1, 8))
    expect(equalBuckets.length).toBeLessThan(300)
  })

  test.each([5, 25, 100])('is below %i of 100 for that share of stores', (share) => {
    const count = buckets.filter((bucket) => bucket < share).length
    expect(Math.abs(count - share * 100)).toBeLessThanOrEqual(200)
  })
})
