import { sendParent, setup } from 'xstate'

/**
 * Timer of one notification. `delay` is in milliseconds; with `pausesOnAttention`, it stops while
 * the notification is pointed at or focused, then starts over.
 */
interface NotificationClockInput {
  id: string
  timeout: boolean
  delay: number
  pausesOnAttention: boolean
}

type NotificationClockEvent = { type: 'attention.given' } | { type: 'attention.gone' }

/** Closes one notification after its delay, unless `timeout` is off (spec.md section 4). */
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
    waits: ({ context }) => context.pausesOnAttention,
  },
  delays: { delay: ({ context }) => context.delay },
}).createMachine({
  id: 'notification',
  description: 'How long one notification stays.',
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
    waiting: { on: { 'attention.gone': 'counting' } },
    pinned: {},
    over: { type: 'final', entry: 'askToClose' },
  },
})
