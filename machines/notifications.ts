import { assign, enqueueActions, setup } from 'xstate'
import { limits } from '#shared/limits.ts'
import { notificationMachine } from './notification.ts'

/** A notification as it is asked for (spec.md section 3). Whatever is not a success shows the error icon. */
export interface NotificationInput {
  type: 'success' | 'error'
  title?: string
  text: string
  /** Whether it closes itself; on by default. */
  timeout?: boolean
  /** Milliseconds until it closes itself; 3000 by default. */
  delay?: number
}

/** A notification on the screen. */
interface Notification extends NotificationInput {
  id: string
  timeout: boolean
  delay: number
}

/** Those that arrive with the server's page, oldest first. */
interface NotificationsInput {
  items?: NotificationInput[]
}

interface NotificationsContext {
  items: Notification[]
  /** How many were ever shown. It makes the ids, so that server and browser agree on them. */
  shown: number
}

type NotificationsEvent =
  | { type: 'notification.show'; notification: NotificationInput }
  | { type: 'notification.close'; id: string }
  | { type: 'notification.remove'; text: string }

/** The `order`-th notification since the start, counted from 1, with the defaults of spec.md section 3. */
function numbered(notification: NotificationInput, order: number): Notification {
  return {
    timeout: true,
    delay: limits.notificationDelay,
    ...notification,
    id: `notification-${order}`,
  }
}

/**
 * The notification area (spec.md sections 3 and 4): what shows, oldest first. Each has its own clock, a child
 * actor that ends with its notification; stopping this actor stops them all, so a server keeps no timers.
 */
export const notificationsMachine = setup({
  // XState reads `types` at compile time only.
  types: {} as {
    context: NotificationsContext
    events: NotificationsEvent
    input: NotificationsInput
  },
  actors: { clock: notificationMachine },
  actions: {
    show: assign(({ context, spawn }, { notification }: { notification: NotificationInput }) => {
      const shown = context.shown + 1
      const item = numbered(notification, shown)
      spawn('clock', { id: item.id, input: item })
      return { items: [...context.items, item], shown }
    }),
    close: enqueueActions(({ context, enqueue }, closing: { id: string } | { text: string }) => {
      const matches = (item: Notification) =>
        'id' in closing ? item.id === closing.id : item.text === closing.text
      for (const item of context.items.filter(matches)) enqueue.stopChild(item.id)
      enqueue.assign({ items: context.items.filter((item) => !matches(item)) })
    }),
  },
}).createMachine({
  id: 'notifications',
  description: 'What the notification area shows; each notification has a clock of its own.',
  context: ({ input, spawn }) => {
    const items = (input.items ?? []).map((item, index) => numbered(item, index + 1))
    for (const item of items) spawn('clock', { id: item.id, input: item })
    return { items, shown: items.length }
  },
  on: {
    'notification.show': { actions: { type: 'show', params: ({ event }) => event } },
    'notification.close': { actions: { type: 'close', params: ({ event }) => ({ id: event.id }) } },
    'notification.remove': {
      actions: { type: 'close', params: ({ event }) => ({ text: event.text }) },
    },
  },
})
