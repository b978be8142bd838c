import { assign, setup } from 'xstate'
import {
  attemptChanges,
  getNextRetry,
  getStateAfterFailure,
} from '#shared/areas/payments/attempts.ts'
import type { AttemptChange, AttemptFacts } from '#shared/areas/payments/attempts.ts'

/** A change from the table, or another failed charge with its own reason. */
type AttemptEvent = { type: AttemptChange } | { type: 'fail'; facts: AttemptFacts }

const { retry, schedule, link, accept, dismiss, reopen, recover, abandon, miss, lose, settle } =
  attemptChanges

/**
 * Payment of an order, from its first failure on. Targets and guards come from the table that the
 * platform enforces (`shared/areas/payments/attempts.ts`); a test ensures that the machine accepts
 * nothing else, in any state.
 */
export const paymentAttemptMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: AttemptFacts; events: AttemptEvent; input: AttemptFacts },
  // The provider is called outside the machine; its result arrives as another event.
  actions: { ask: () => {} },
  guards: {
    helps: ({ context }) => retry.when(context),
    linkHelps: ({ context }) => link.when(context),
    isClear: ({ context }) => dismiss.when(context),
    isUnclear: ({ context }) => settle.when(context),
    isRetried: ({ context }) => getInitialState(context) === 'scheduled',
    isCustomers: ({ context }) => getInitialState(context) === 'waiting',
  },
}).createMachine({
  id: 'paymentAttempt',
  description:
    "An order's failed payment: retried where that can help, paid by a link, dismissed, or abandoned.",
  context: ({ input }) => input,
  initial: 'failed',
  states: {
    failed: {
      always: [
        { guard: 'isRetried', target: 'unsettled.scheduled' },
        { guard: 'isCustomers', target: 'unsettled.waiting' },
        { target: 'unsettled.open' },
      ],
    },
    unsettled: {
      initial: 'open',
      states: {
        open: {},
        scheduled: { on: { miss: miss.to } },
        waiting: {},
      },
      on: {
        retry: { guard: 'helps', actions: 'ask' },
        schedule: { guard: 'helps', target: `.${schedule.to}` },
        link: { guard: 'linkHelps', target: `.${link.to}` },
        fail: {
          target: 'failed',
          actions: assign(({ context: { unclear }, event }) => ({ ...event.facts, unclear })),
        },
        accept: accept.to,
        recover: recover.to,
        dismiss: { guard: 'isClear', target: dismiss.to },
        abandon: { guard: 'isClear', target: abandon.to },
        lose: { target: `.${lose.to}`, actions: assign({ unclear: true }) },
        settle: { guard: 'isUnclear', actions: assign({ unclear: false }) },
      },
    },
    // Operators and timers have no event that leaves this state: a second charge could follow.
    processing: {
      on: {
        fail: {
          target: 'failed',
          actions: assign(({ context: { unclear }, event }) => ({ ...event.facts, unclear })),
        },
        recover: recover.to,
        lose: { target: `unsettled.${lose.to}`, actions: assign({ unclear: true }) },
      },
    },
    dismissed: { on: { reopen: `unsettled.${reopen.to}`, recover: recover.to } },
    abandoned: { on: { reopen: `unsettled.${reopen.to}`, recover: recover.to } },
    recovered: { type: 'final' },
  },
})

const getInitialState = (facts: AttemptFacts) =>
  getStateAfterFailure(facts, getNextRetry(facts, '2026-01-01T00:00:00Z'))
