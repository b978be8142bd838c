import { setup } from 'xstate'
import { canDecide } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { creditDecisions } from '#shared/areas/credits/approval.ts'

interface ApprovalContext {
  needsSecond: boolean
}

/** A decision on a request; `asked` says whether the operator who decides also made the request. */
type ApprovalEvent = { type: DecisionName; asked: boolean }

/** Lifecycle of a credit request: posted at once, or once another operator approves it. */
export const approvalMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: ApprovalContext; events: ApprovalEvent; input: ApprovalContext },
  guards: {
    needsSecond: ({ context }) => context.needsSecond,
    isTheirs: ({ event }) => canDecide(event.type, event.asked),
  },
}).createMachine({
  id: 'approval',
  description:
    'A request to issue, debit, or reverse credits. Above a limit, a second operator approves it.',
  context: ({ input }) => input,
  initial: 'asked',
  states: {
    asked: { always: [{ guard: 'needsSecond', target: 'waiting' }, { target: 'posted' }] },
    waiting: {
      on: {
        approve: { guard: 'isTheirs', target: creditDecisions.approve.to },
        reject: { guard: 'isTheirs', target: creditDecisions.reject.to },
        withdraw: { guard: 'isTheirs', target: creditDecisions.withdraw.to },
      },
    },
    posted: { type: 'final' },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
  },
})
