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
import { expectEverything, walkEveryEdge } from './walk.ts'

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
const helped: AttemptFacts = {
  reason: 'insufficient_funds',
  retryable: 'yes',
  attempt: 1,
  unclear: false,
}
const failures = [helped, { ...helped, attempt: 4 }, { ...helped, retryable: 'customer' as const }]
const events = [
  ...changes.map((type) => ({ type })),
  ...failures.map((told) => ({ type: 'fail' as const, facts: told })),
]

test('every state and transition of a failed payment', async () => {
  const coverage = await walkEveryEdge({
    machine: paymentAttemptMachine,
    inputs: [...failures, { ...helped, reason: 'configuration', retryable: 'no' }],
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
  expectEverything(paymentAttemptMachine, coverage)
})

const stateIn = (actor: ReturnType<typeof started>): AttemptState => {
  const { value } = actor.getSnapshot()
  return (typeof value === 'string' ? value : Object.values(value)[0]) as AttemptState // Its states are the table's.
}
function started(input: AttemptFacts, state?: AttemptState) {
  const actor = createActor(paymentAttemptMachine, { input }).start()
  if (state === undefined || stateIn(actor) === state) return actor
  const ways: Record<AttemptState, AttemptChange[]> = {
    open: ['dismiss', 'reopen'],
    scheduled: ['schedule'],
    waiting: ['link'],
    processing: ['accept'],
    recovered: ['recover'],
    abandoned: ['abandon'],
    dismissed: ['dismiss'],
  }
  for (const type of ways[state]) actor.send({ type })
  return actor
}

test.each(facts)('%j: it does what the table says, which the platform enforces', (input) => {
  expect(stateIn(started(input))).toBe(
    getStateAfterFailure(input, getNextRetry(input, '2026-01-01T00:00:00Z')),
  )
  for (const state of states)
    for (const type of changes) {
      const actor = started(input, state)
      if (stateIn(actor) !== state) continue // Not reached by these facts.
      const taken = isChangeAllowed(type, state, input)
      expect(actor.getSnapshot().can({ type }), `${type} while ${state}`).toBe(taken)
      actor.send({ type })
      expect(stateIn(actor)).toBe((taken && attemptChanges[type].to) || state)
    }
})

test('nothing charges a card again whose bank said never to', () => {
  for (const retryable of ['no', 'customer'] as const)
    for (const reason of Object.keys(failureReasons) as FailureReason[])
      for (const state of states) {
        const told = { ...helped, reason, retryable }
        expect(isChangeAllowed('retry', state, told)).toBe(false)
        expect(isChangeAllowed('schedule', state, told)).toBe(false)
        expect(getNextRetry(told, '2026-01-01T00:00:00Z')).toBe(null)
      }
})

test('nothing more is done about a payment that may have been charged, until somebody says what came of it', () => {
  const unclear = { ...helped, unclear: true }
  const taken = changes.filter((change) => isChangeAllowed(change, 'open', unclear))
  expect(taken).toEqual(['accept', 'recover', 'lose', 'settle'])
  expect(getNextRetry(unclear, '2026-01-01T00:00:00Z')).toBe(null)
})

test('nothing an operator does changes a payment that the provider is still processing', () => {
  for (const known of facts)
    expect(changes.filter((change) => isChangeAllowed(change, 'processing', known))).toEqual([
      'recover',
      'lose',
    ])
})
