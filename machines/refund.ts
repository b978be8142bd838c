import { setup } from 'xstate'
import { canDecide } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { getInitialRefundState, refundChanges } from '#shared/areas/payments/refunds.ts'
import type { RefundChange, RefundRoute } from '#shared/areas/payments/refunds.ts'

/**
 * A change from the table. `asked` says whether the operator who decides also requested the refund.
 */
type RefundEvent =
  | { type: DecisionName; asked: boolean }
  | { type: Exclude<RefundChange, DecisionName> }

const { approve, reject, withdraw, accept, succeed, fail } = refundChanges

/**
 * Refund of a charge. Targets and guards come from the table that the platform enforces
 * (`shared/areas/payments/refunds.ts`); a test ensures that the machine accepts nothing else.
 */
export const refundMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: RefundRoute; events: RefundEvent; input: RefundRoute },
  guards: {
    waits: ({ context }) => getInitialRefundState(context) === 'waiting',
    isAsCredits: ({ context }) => context.asCredits,
    isByProvider: ({ context }) => !context.asCredits,
    isTheirs: ({ event }) => 'asked' in event && canDecide(event.type, event.asked),
    isTheirsAsCredits: ({ context, event }) =>
      context.asCredits && 'asked' in event && canDecide(event.type, event.asked),
  },
}).createMachine({
  id: 'refund',
  description:
    "A refund of a charge: approved by a second operator above a limit, then made by the charge's provider or given as credits.",
  context: ({ input }) => input,
  initial: 'asked',
  states: {
    asked: {
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
          { guard: 'isTheirs', target: approve.to({ asCredits: false }) },
        ],
        reject: { guard: 'isTheirs', target: reject.to() },
        withdraw: { guard: 'isTheirs', target: withdraw.to() },
      },
    },
    /** Its provider is asked under one key, until it answers. */
    requested: { on: { accept: accept.to(), succeed: succeed.to(), fail: fail.to() } },
    processing: { on: { succeed: succeed.to(), fail: fail.to() } },
    succeeded: { on: { fail: { guard: 'isByProvider', target: fail.to() } } },
    failed: { type: 'final' },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
  },
})
