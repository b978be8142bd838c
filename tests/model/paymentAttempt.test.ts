import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { paymentAttemptMachine } from '#machines/paymentAttempt.ts'
import {
  attemptChanges,
  attemptStates,
  getNextRetry,
  failureReasons,
  retryOptions,
  getStateAfterFailure,
  isChangeAllowed,
} from '#shared/areas/payments/attempts.ts'
import type {
  AttemptChange,
  AttemptFacts,
  AttemptState,
  FailureReason,
  RetryOption,
} from '#shared/areas/payments/attempts.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

// The keys are those of the tables.
const changes = Object.keys(attemptChanges) as AttemptChange[]
const states = Object.keys(attemptStates) as AttemptState[]
const facts = (Object.keys(failureReasons) as FailureReason[]).flatMap((reason) =>
  (Object.keys(retryOptions) as RetryOption[]).flatMap((retryable) =>
    [1, 4].flatMap((attempt) =>
      [false, true].map((unclear): AttemptFacts => ({ reason, retryable, attempt, unclear })),
    ),
  ),
)
const retryableFacts: AttemptFacts = {
  reason: 'insufficient_funds',
  retryable: 'yes',
  attempt: 1,
  unclear: false,
}
const failures = [
  retryableFacts,
  { ...retryableFacts, attempt: 4 },
  { ...retryableFacts, retryable: 'customer' as const },
]
const events = [
  ...changes.map((type) => ({ type })),
  ...failures.map((attemptFacts) => ({ type: 'fail' as const, facts: attemptFacts })),
]

test('a failed payment reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: paymentAttemptMachine,
    inputs: [...failures, { ...retryableFacts, reason: 'configuration', retryable: 'no' }],
    events,
    states: {
      'unsettled.open': ({ status }) => expect(status).toBe('active'),
      'unsettled.scheduled': ({ context }) => expect(context.retryable).toBe('yes'),
      'unsettled.waiting': ({ status }) => expect(status).toBe('active'),
      processing: ({ status }) => expect(status).toBe('active'),
      dismissed: ({ status }) => expect(status).toBe('active'),
      abandoned: ({ status }) => expect(status).toBe('active'),
      recovered: ({ status }) => expect(status).toBe('done'),
    },
  })
  expectFullCoverage(paymentAttemptMachine, coverage)
})

const getState = (actor: ReturnType<typeof startAttempt>): AttemptState => {
  const { value } = actor.getSnapshot()
  return (typeof value === 'string' ? value : Object.values(value)[0]) as AttemptState // Its states are the table's.
}
function startAttempt(input: AttemptFacts, state?: AttemptState) {
  const actor = createActor(paymentAttemptMachine, { input }).start()
  if (state === undefined || getState(actor) === state) return actor
  const changesByState: Record<AttemptState, AttemptChange[]> = {
    open: ['dismiss', 'reopen'],
    scheduled: ['schedule'],
    waiting: ['link'],
    processing: ['accept'],
    recovered: ['recover'],
    abandoned: ['abandon'],
    dismissed: ['dismiss'],
  }
  for (const type of changesByState[state]) actor.send({ type })
  return actor
}

test.each(facts)('a failed payment follows the table that the platform enforces: %j', (input) => {
  expect(getState(startAttempt(input))).toBe(
    getStateAfterFailure(input, getNextRetry(input, '2026-01-01T00:00:00Z')),
  )
  for (const state of states)
    for (const type of changes) {
      const actor = startAttempt(input, state)
      if (getState(actor) !== state) continue // These facts don't lead to this state.
      const isAllowed = isChangeAllowed(type, state, input)
      expect(actor.getSnapshot().can({ type }), `${type} while ${state}`).toBe(isAllowed)
      actor.send({ type })
      expect(getState(actor)).toBe((isAllowed && attemptChanges[type].to) || state)
    }
})

test('a payment that is not retryable is never charged again', () => {
  for (const retryable of ['no', 'customer'] as const)
    for (const reason of Object.keys(failureReasons) as FailureReason[])
      for (const state of states) {
        const attemptFacts = { ...retryableFacts, reason, retryable }
        expect(isChangeAllowed('retry', state, attemptFacts)).toBe(false)
        expect(isChangeAllowed('schedule', state, attemptFacts)).toBe(false)
        expect(getNextRetry(attemptFacts, '2026-01-01T00:00:00Z')).toBe(null)
      }
})

test('a payment that may have been charged allows only changes that report its result', () => {
  const unclear = { ...retryableFacts, unclear: true }
  const allowedChanges = changes.filter((change) => isChangeAllowed(change, 'open', unclear))
  expect(allowedChanges).toEqual(['accept', 'recover', 'lose', 'settle'])
  expect(getNextRetry(unclear, '2026-01-01T00:00:00Z')).toBe(null)
})

test("an operator can't change a payment that the provider is still processing", () => {
  for (const attemptFacts of facts)
    expect(changes.filter((change) => isChangeAllowed(change, 'processing', attemptFacts))).toEqual(
      ['recover', 'lose'],
    )
})

test('a charge without a known result allows no other charge until an operator settles it', () => {
  const actor = startAttempt(retryableFacts)
  actor.send({ type: 'lose' })
  expect(actor.getSnapshot().can({ type: 'retry' })).toBe(false)
  actor.send({ type: 'settle' })
  expect(actor.getSnapshot().can({ type: 'retry' })).toBe(true)
  expect(actor.getSnapshot().can({ type: 'settle' })).toBe(false)
})
