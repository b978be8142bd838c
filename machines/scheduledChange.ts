import { setup } from 'xstate'
import { canDecide } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { scheduleTransitions } from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'
import type {
  ScheduleTerms,
  ScheduleTransition,
} from '#shared/areas/scheduledChanges/scheduledChangeStates.ts'

/** A transition from the table. `isRequester`: the operator who decides also scheduled the change. */
type ScheduleEvent =
  | { type: DecisionName; isRequester: boolean }
  | { type: Exclude<ScheduleTransition, DecisionName> }

const {
  approve,
  reject,
  withdraw,
  askAgain,
  cancel,
  start,
  miss,
  fail,
  complete,
  pause,
  end,
  keep,
} = scheduleTransitions

/**
 * A change that is made at its start and undone at its end. Targets and guards come from the table
 * that the platform enforces (`shared/areas/scheduledChanges/scheduledChangeStates.ts`); a test
 * ensures that the machine accepts nothing else.
 */
export const scheduledChangeMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: ScheduleTerms; events: ScheduleEvent; input: ScheduleTerms },
  guards: {
    needsApproval: ({ context }) => context.needsApproval,
    hasEnd: ({ context }) => context.hasEnd,
    canDecide: ({ event }) => 'isRequester' in event && canDecide(event.type, event.isRequester),
  },
}).createMachine({
  id: 'scheduledChange',
  description:
    'A change of many records that starts at a certain time, and is undone at another one.',
  context: ({ input }) => input,
  initial: 'checking',
  states: {
    checking: { always: [{ guard: 'needsApproval', target: 'waiting' }, { target: 'scheduled' }] },
    waiting: {
      on: {
        approve: { guard: 'canDecide', target: approve.to() },
        reject: { guard: 'canDecide', target: reject.to() },
        withdraw: { guard: 'canDecide', target: withdraw.to() },
        miss: miss.to(),
      },
    },
    scheduled: {
      on: {
        askAgain: askAgain.to(),
        cancel: cancel.to(),
        start: start.to(),
        miss: miss.to(),
        fail: fail.to(),
      },
    },
    /** A job changes the records. Canceling leaves those that it hasn't reached. */
    running: {
      on: {
        cancel: cancel.to(),
        pause: { guard: 'hasEnd', target: pause.to() },
        complete: [
          { guard: 'hasEnd', target: complete.to({ hasEnd: true }) },
          { target: complete.to({ hasEnd: false }) },
        ],
      },
    },
    inEffect: { on: { end: end.to(), keep: keep.to() } },
    /** A job undoes what the other one changed. */
    ending: { on: { complete: complete.to({ hasEnd: false }) } },
    done: { type: 'final' },
    canceled: { type: 'final' },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
    missed: { type: 'final' },
    failed: { type: 'final' },
  },
})
