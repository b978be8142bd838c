import { setup } from 'xstate'
import { canDecide } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { creditDecisions } from '#shared/areas/credits/approval.ts'

interface ApprovalContext {
  needsApproval: boolean
}

/** A decision on a request; `isRequester` says whether the operator who decides also made the request. */
type ApprovalEvent = { type: DecisionName; isRequester: boolean }

/** Lifecycle of a credit request: posted at once, or once another operator approves it. */
export const approvalMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: ApprovalContext; events: ApprovalEvent; input: ApprovalContext },
  guards: {
    needsApproval: ({ context }) => context.needsApproval,
    canDecide: ({ event }) => canDecide(event.type, event.isRequester),
  },
}).createMachine({
  id: 'approval',
  description:
    'A request to issue, debit, or reverse credits. Above a limit, a second operator approves it.',
  context: ({ input }) => input,
  initial: 'checking',
  states: {
    checking: { always: [{ guard: 'needsApproval', target: 'waiting' }, { target: 'posted' }] },
    waiting: {
      on: {
        approve: { guard: 'canDecide', target: creditDecisions.approve.to },
        reject: { guard: 'canDecide', target: creditDecisions.reject.to },
        withdraw: { guard: 'canDecide', target: creditDecisions.withdraw.to },
      },
    },
    posted: { type: 'final' },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
  },
})
