import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { approvalMachine } from '#machines/approval.ts'
import { canDecide, decisionNames, isRequester } from '#shared/engine/approval.ts'
import { approvalStates, creditDecisions } from '#shared/areas/credits/approval.ts'
import { expectFullCoverage, walkEveryEdge } from './walk.ts'

const events = decisionNames.flatMap((type) =>
  [true, false].map((isRequester) => ({ type, isRequester })),
)
const inputs = [true, false].map((needsApproval) => ({ needsApproval }))

test('an approval reaches every state and takes every transition', async () => {
  const coverage = await walkEveryEdge({
    machine: approvalMachine,
    inputs,
    events,
    states: {
      waiting: ({ context }) => expect(context.needsApproval).toBe(true),
      posted: ({ status }) => expect(status).toBe('done'),
      rejected: ({ status }) => expect(status).toBe('done'),
      withdrawn: ({ status }) => expect(status).toBe('done'),
    },
  })
  expectFullCoverage(approvalMachine, coverage)
})

test.each(events)(
  'an approval allows $type as the table does that the platform enforces (own request: $isRequester)',
  (event) => {
    const actor = createActor(approvalMachine, { input: { needsApproval: true } }).start()
    const allowed = canDecide(event.type, event.isRequester)
    expect(actor.getSnapshot().can(event)).toBe(allowed)
    actor.send(event)
    expect(actor.getSnapshot().value).toBe(allowed ? creditDecisions[event.type].to : 'waiting')
    expect(Object.keys(approvalStates)).toContain(String(actor.getSnapshot().value))
  },
)

test('screens.md, Credits: a second operator decides, and only the requester withdraws', () => {
  expect(canDecide('approve', true)).toBe(false)
  expect(canDecide('approve', false)).toBe(true)
  expect(canDecide('reject', true)).toBe(false)
  expect(canDecide('reject', false)).toBe(true)
  expect(canDecide('withdraw', true)).toBe(true)
  expect(canDecide('withdraw', false)).toBe(false)
})

test('the requester is compared by account, and by email only if the request has no account', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const createdBy = 'ana@example.com'
  const stamp = { createdAt: at, createdBy, updatedAt: at, updatedBy: createdBy }
  const record = { id: 1, version: 1, ...stamp }
  const ana = { id: 5, email: 'ana@example.com' }
  const other = { id: 6, email: 'ana@example.com' }
  expect(isRequester({ ...record, askerId: 5 }, ana)).toBe(true)
  expect(isRequester({ ...record, askerId: 5 }, other)).toBe(false)
  expect(isRequester({ ...record, askerId: null }, ana)).toBe(true)
  expect(isRequester(record, { id: 5, email: 'felix@example.com' })).toBe(false)
})
