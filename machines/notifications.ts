import { assign, enqueueActions, sendTo, setup } from 'xstate'
import type { RecordLink } from '#shared/engine/recordLink.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { limits } from '#shared/limits.ts'
import { notificationMachine } from './notification.ts'

/** Input for a notification (spec.md section 3). Every type but success shows the error icon. */
export interface NotificationInput {
  type: 'success' | 'error'
  title?: string
  text: string
  /** Default: true. */
  timeout?: boolean
  /** Milliseconds; default 3000, or 10,000 if it offers Undo. */
  delay?: number
  link?: RecordLink
  undo?: Undo
  /** URL where the change can be undone on a page without JavaScript. */
  undoAt?: string
  /**
   * Topic: a newer notification with the same topic replaces this one, and it closes once the topic
   * is outdated.
   */
  about?: string
  /** Set while something is still running, so it's neither a success nor a failure yet. */
  isProgress?: boolean
}

interface Notification extends NotificationInput {
  id: string
  timeout: boolean
  delay: number
}

interface NotificationsInput {
  items?: NotificationInput[]
}

interface NotificationsContext {
  items: Notification[]
  prepared: NotificationInput[]
  /** How many were ever shown. IDs are made from it, so that server and browser agree on them. */
  shown: number
}

type NotificationsEvent =
  | { type: 'notification.show'; notification: NotificationInput }
  | { type: 'notification.prepare'; notification: NotificationInput }
  | { type: 'page.shown' }
  | { type: 'notification.close'; id: string }
  | { type: 'notification.remove'; text: string }
  | { type: 'notification.outdated'; about: string }
  | { type: 'notification.attention'; id: string; given: boolean }

const hasUndo = ({ undo, undoAt }: NotificationInput) => Boolean(undo || undoAt)

/**
 * Creates a notification. `order` counts from 1, since the start. Defaults come from spec.md
 * section 3 and screens.md, "The shell".
 */
function createNotification(notification: NotificationInput, order: number): Notification {
  return {
    timeout: true,
    delay: hasUndo(notification) ? limits.undoDelay : limits.notificationDelay,
    ...notification,
    id: `notification-${order}`,
  }
}

/**
 * Whether a notification replaces an older one: both have the same topic, or both offer Undo for
 * the same record, where only the latest change can be undone.
 */
const isNewer = (newer: NotificationInput, older: NotificationInput) =>
  (older.about !== undefined && newer.about === older.about) ||
  (hasUndo(newer) && hasUndo(older) && Boolean(older.link?.to) && newer.link?.to === older.link?.to)

type CloseTarget = { id: string } | { text: string } | { about: string }

const isClosed = (notification: NotificationInput & { id?: string }, target: CloseTarget) => {
  if ('id' in target) return notification.id === target.id
  return 'text' in target ? notification.text === target.text : notification.about === target.about
}

const toClockInput = (item: Notification) => ({ ...item, pausesOnAttention: hasUndo(item) })

/**
 * Notification area (spec.md sections 3 and 4). Stopping the machine stops the timers, so a server
 * keeps none.
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
    show: enqueueActions(({ context, enqueue }, { added }: { added: NotificationInput[] }) => {
      const latest = added.filter(
        (one, index) => !added.slice(index + 1).some((other) => isNewer(other, one)),
      )
      const items = latest.map((one, index) => createNotification(one, context.shown + index + 1))
      const remaining = context.items.filter((item) => !items.some((one) => isNewer(one, item)))
      for (const item of context.items) if (!remaining.includes(item)) enqueue.stopChild(item.id)
      for (const item of items)
        enqueue.spawnChild('clock', { id: item.id, input: toClockInput(item) })
      enqueue.assign({ items: [...remaining, ...items], shown: context.shown + items.length })
    }),
    prepare: assign(({ context }, { notification }: { notification: NotificationInput }) => ({
      prepared: [...context.prepared, notification],
    })),
    forgetPrepared: assign({ prepared: [] }),
    tell: sendTo(
      (_, { id }: { id: string; given: boolean }) => id,
      (_, { given }) => ({ type: given ? 'attention.given' : 'attention.gone' }),
    ),
    close: enqueueActions(({ context, enqueue }, target: CloseTarget) => {
      for (const item of context.items.filter((one) => isClosed(one, target)))
        enqueue.stopChild(item.id)
      enqueue.assign({
        items: context.items.filter((item) => !isClosed(item, target)),
        // Drops notifications about what ended before their page was shown.
        prepared: context.prepared.filter((one) => !isClosed(one, target)),
      })
    }),
  },
}).createMachine({
  id: 'notifications',
  description: 'The notifications on screen. Each has its own clock.',
  context: ({ input, spawn }) => {
    const items = (input.items ?? []).map((item, index) => createNotification(item, index + 1))
    for (const item of items) spawn('clock', { id: item.id, input: toClockInput(item) })
    return { items, prepared: [], shown: items.length }
  },
  on: {
    'notification.show': {
      actions: { type: 'show', params: ({ event }) => ({ added: [event.notification] }) },
    },
    'notification.prepare': { actions: { type: 'prepare', params: ({ event }) => event } },
    'page.shown': {
      actions: [
        { type: 'show', params: ({ context }) => ({ added: context.prepared }) },
        'forgetPrepared',
      ],
    },
    'notification.close': { actions: { type: 'close', params: ({ event }) => ({ id: event.id }) } },
    'notification.attention': {
      // A notification that was just closed has no timer anymore.
      guard: ({ context, event }) => context.items.some(({ id }) => id === event.id),
      actions: { type: 'tell', params: ({ event }) => event },
    },
    'notification.remove': {
      actions: { type: 'close', params: ({ event }) => ({ text: event.text }) },
    },
    'notification.outdated': {
      actions: { type: 'close', params: ({ event }) => ({ about: event.about }) },
    },
  },
})
