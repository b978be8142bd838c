import { assign, setup } from 'xstate'
import {
  attemptChanges,
  getNextRetry,
  getStateAfterFailure,
} from '#shared/areas/payments/attempts.ts'
import type { AttemptChange, AttemptFacts } from '#shared/areas/payments/attempts.ts'

/** A change of the table, or a charge that failed again, for a reason of its own. */
type AttemptEvent = { type: AttemptChange } | { type: 'fail'; facts: AttemptFacts }

const { retry, schedule, link, accept, dismiss, reopen, recover, abandon, miss, lose, settle } =
  attemptChanges

/**
 * Where the payment of an order stands: when it fails for the first time, and by all that may become of it. Targets and guards are those of
 * the table that the platform enforces (`shared/areas/payments/attempts.ts`); a test holds that it takes nothing else, in no other state.
 */
export const paymentAttemptMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as { context: AttemptFacts; events: AttemptEvent; input: AttemptFacts },
  // The provider is asked; what comes of it are events of their own.
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
    // No event of an operator or a clock leads out of here: a second charge could follow.
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
