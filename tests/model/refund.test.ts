import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { refundMachine } from '#machines/refund.ts'
import { decisionNames, isDecision } from '#shared/engine/approval.ts'
import {
  getInitialRefundState,
  getRefundable,
  isRefundChangeAllowed,
  isRefundCounted,
  refundChanges,
  refundStates,
} from '#shared/areas/payments/refunds.ts'
import type { RefundChange, RefundRoute, RefundState } from '#shared/areas/payments/refunds.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

// The keys are those of the tables.
const changes = Object.keys(refundChanges) as RefundChange[]
const states = Object.keys(refundStates) as RefundState[]
const booleans = [true, false]
const routes: RefundRoute[] = booleans.flatMap((needsApproval) =>
  booleans.map((asCredits) => ({ needsApproval, asCredits })),
)
const decisionEvents = decisionNames.flatMap((type) =>
  booleans.map((isRequester) => ({ type, isRequester })),
)
const outcomeEvents = (['accept', 'succeed', 'fail'] as const).map((type) => ({ type }))
const unknownEvents = (['lose', 'recordRefunded', 'recordNotRefunded'] as const).map((type) => ({
  type,
}))
const events = [...decisionEvents, ...outcomeEvents, ...unknownEvents]

test('a refund reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: refundMachine,
    inputs: routes,
    events,
    states: {
      waiting: ({ context }) => expect(context.needsApproval).toBe(true),
      requested: ({ context }) => expect(context.asCredits).toBe(false),
      processing: ({ context }) =>
        expect(context).toMatchObject({ asCredits: false, isRecorded: false }),
      unknown: ({ context }) =>
        expect(context).toMatchObject({ asCredits: false, isRecorded: false }),
      succeeded: ({ status }) => expect(status).toBe('active'),
      failed: ({ context }) => expect(context.asCredits).toBe(false),
      rejected: ({ context }) => expect(context.needsApproval).toBe(true),
      withdrawn: ({ context }) => expect(context.needsApproval).toBe(true),
    },
  })
  expectFullCoverage(refundMachine, coverage)
})

const startRefund = (input: RefundRoute) => createActor(refundMachine, { input }).start()
const pathsTo: Record<RefundState, (typeof events)[number][]> = {
  requested: [{ type: 'approve', isRequester: false }],
  waiting: [],
  processing: [{ type: 'approve', isRequester: false }, { type: 'accept' }],
  unknown: [{ type: 'approve', isRequester: false }, { type: 'lose' }],
  succeeded: [{ type: 'approve', isRequester: false }, { type: 'succeed' }],
  failed: [{ type: 'approve', isRequester: false }, { type: 'fail' }],
  rejected: [{ type: 'reject', isRequester: false }],
  withdrawn: [{ type: 'withdraw', isRequester: true }],
}

test.each(routes)('a refund follows the table that the platform enforces: %j', (input) => {
  expect(startRefund(input).getSnapshot().value).toBe(getInitialRefundState(input))
  for (const state of states)
    for (const event of events) {
      const actor = startRefund(input)
      for (const step of pathsTo[state]) actor.send(step)
      if (actor.getSnapshot().value !== state) continue // This route doesn't lead to the state.
      const facts = {
        asCredits: input.asCredits,
        isOwnRequest: 'isRequester' in event ? event.isRequester : false,
      }
      const isAllowed = isRefundChangeAllowed(event.type, state, facts)
      expect(actor.getSnapshot().can(event), `${event.type} while ${state}`).toBe(isAllowed)
      actor.send(event)
      const { to } = refundChanges[event.type]
      expect(actor.getSnapshot().value).toBe(isAllowed ? to(input) : state)
    }
})

test.each(['recordRefunded', 'recordNotRefunded'] as const)(
  'what the provider reports later corrects %s, once',
  (type) => {
    for (const first of outcomeEvents)
      for (const second of outcomeEvents) {
        const actor = startRefund({ needsApproval: false, asCredits: false })
        actor.send({ type: 'lose' })
        actor.send({ type })
        let facts = { asCredits: false, isRecorded: true }
        for (const event of [first, second]) {
          const state = actor.getSnapshot().value as RefundState // The machine's states are these.
          const isAllowed = isRefundChangeAllowed(event.type, state, facts)
          expect(actor.getSnapshot().can(event), `${event.type} while ${state}`).toBe(isAllowed)
          actor.send(event)
          if (!isAllowed) continue
          facts = { ...facts, isRecorded: false }
          expect(actor.getSnapshot()).toMatchObject({
            value: refundChanges[event.type].to(),
            context: { isRecorded: false },
          })
        }
      }
  },
)

test('no outcome at the provider leads back to an earlier one, in any order of events', () => {
  const ranks: Record<string, number> = { requested: 0, processing: 1, succeeded: 2, failed: 3 }
  for (const first of outcomeEvents)
    for (const second of outcomeEvents)
      for (const third of outcomeEvents) {
        const actor = startRefund({ needsApproval: false, asCredits: false })
        let rank = 0
        for (const event of [first, second, third]) {
          actor.send(event)
          const nextRank = ranks[String(actor.getSnapshot().value)] ?? -1
          expect(nextRank).toBeGreaterThanOrEqual(rank)
          rank = nextRank
        }
        expect(Math.max(...[first, second, third].map(({ type }) => changes.indexOf(type)))).toBe(
          rank + 2,
        )
      }
})

test('only an operator can release a refund that waits', () => {
  for (const change of changes.filter((name) => !isDecision(name)))
    expect(isRefundChangeAllowed(change, 'waiting', { asCredits: false })).toBe(false)
})

test('what can still be refunded is never below zero and counts every refund that may be paid', () => {
  const charge = { amount: 4500, currency: 'CAD' }
  expect(getRefundable(charge, [])).toBe(4500)
  for (const state of states)
    expect(getRefundable(charge, [{ amount: 1000, currency: 'CAD', state }]), state).toBe(
      isRefundCounted(state) ? 3500 : 4500,
    )
  expect(states.filter((state) => !isRefundCounted(state))).toEqual([
    'failed',
    'rejected',
    'withdrawn',
  ])
  const atProvider = { amount: 4600, currency: 'CAD', state: 'succeeded' } as const
  expect(getRefundable(charge, [atProvider])).toBe(0)
  expect(getRefundable(charge, [{ ...atProvider, currency: 'EUR' }])).toBe(4500)
})
