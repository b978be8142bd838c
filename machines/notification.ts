import { sendParent, setup } from 'xstate'

/**
 * One notification's clock. `delay` is in milliseconds; without `timeout` it stays until it is closed by hand. One that `waits`
 * does so while it is pointed at or focused, and then begins anew.
 */
interface NotificationClockInput {
  id: string
  timeout: boolean
  delay: number
  waits: boolean
}

type NotificationClockEvent = { type: 'attention.given' } | { type: 'attention.gone' }

/** Closes one notification after its delay unless its timeout flag is off (spec.md section 4). */
export const notificationMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: NotificationClockInput
    events: NotificationClockEvent
    input: NotificationClockInput
  },
  actions: {
    askToClose: sendParent(({ context }: { context: NotificationClockInput }) => ({
      type: 'notification.close',
      id: context.id,
    })),
  },
  guards: {
    closesItself: ({ context }) => context.timeout,
    waits: ({ context }) => context.waits,
  },
  delays: { delay: ({ context }) => context.delay },
}).createMachine({
  id: 'notification',
  description: 'The clock of one notification.',
  context: ({ input }) => input,
  initial: 'appearing',
  states: {
    appearing: {
      always: [{ guard: 'closesItself', target: 'counting' }, { target: 'pinned' }],
    },
    counting: {
      after: { delay: 'over' },
      on: { 'attention.given': { guard: 'waits', target: 'waiting' } },
    },
    /** Someone reads it, or is about to press what it offers. */
    waiting: { on: { 'attention.gone': 'counting' } },
    /** Stays until the operator closes it. */
    pinned: {},
    over: { type: 'final', entry: 'askToClose' },
  },
})
