import { assign, setup } from 'xstate'
import { canDecide } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { getInitialRefundState, refundChanges } from '#shared/areas/payments/refunds.ts'
import type { RefundChange, RefundRoute } from '#shared/areas/payments/refunds.ts'

/**
 * A change from the table. `isRequester` says whether the operator who decides also requested the refund.
 */
type RefundEvent =
  | { type: DecisionName; isRequester: boolean }
  | { type: Exclude<RefundChange, DecisionName> }

/** `isRecorded`: an operator recorded the state, so a report of the provider can still correct it. */
type RefundContext = RefundRoute & { isRecorded: boolean }

const {
  approve,
  reject,
  withdraw,
  accept,
  succeed,
  fail,
  lose,
  recordRefunded,
  recordNotRefunded,
} = refundChanges

/**
 * Refund of a charge. Targets and guards come from the table that the platform enforces
 * (`shared/areas/payments/refunds.ts`); a test ensures that the machine accepts nothing else.
 */
export const refundMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: RefundContext; events: RefundEvent; input: RefundRoute },
  actions: {
    record: assign({ isRecorded: true }),
    correct: assign({ isRecorded: false }),
  },
  guards: {
    isRecorded: ({ context }) => context.isRecorded,
    waits: ({ context }) => getInitialRefundState(context) === 'waiting',
    isAsCredits: ({ context }) => context.asCredits,
    isByProvider: ({ context }) => !context.asCredits,
    canDecide: ({ event }) => 'isRequester' in event && canDecide(event.type, event.isRequester),
    isTheirsAsCredits: ({ context, event }) =>
      context.asCredits && 'isRequester' in event && canDecide(event.type, event.isRequester),
  },
}).createMachine({
  id: 'refund',
  description:
    "A refund of a charge: approved by a second operator above a limit, then made by the charge's provider or given as credits.",
  context: ({ input }) => ({ ...input, isRecorded: false }),
  initial: 'checking',
  states: {
    checking: {
      always: [
        { guard: 'waits', target: 'waiting' },
        { guard: 'isAsCredits', target: 'succeeded' },
        { target: 'requested' },
      ],
    },
    waiting: {
      on: {
        approve: [
          { guard: 'isTheirsAsCredits', target: approve.to({ asCredits: true }) },
          { guard: 'canDecide', target: approve.to({ asCredits: false }) },
        ],
        reject: { guard: 'canDecide', target: reject.to() },
        withdraw: { guard: 'canDecide', target: withdraw.to() },
      },
    },
    /** Its provider is asked under one key, until it answers. */
    requested: {
      on: { accept: accept.to(), succeed: succeed.to(), fail: fail.to(), lose: lose.to() },
    },
    processing: { on: { succeed: succeed.to(), fail: fail.to(), lose: lose.to() } },
    /** An operator asks again, or records what they find at the provider. */
    unknown: {
      on: {
        accept: accept.to(),
        succeed: succeed.to(),
        fail: fail.to(),
        recordRefunded: { target: recordRefunded.to(), actions: 'record' },
        recordNotRefunded: { target: recordNotRefunded.to(), actions: 'record' },
      },
    },
    succeeded: { on: { fail: { guard: 'isByProvider', target: fail.to(), actions: 'correct' } } },
    failed: {
      on: {
        accept: { guard: 'isRecorded', target: accept.to(), actions: 'correct' },
        succeed: { guard: 'isRecorded', target: succeed.to(), actions: 'correct' },
        fail: { guard: 'isRecorded', target: fail.to(), actions: 'correct' },
      },
    },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
  },
})
