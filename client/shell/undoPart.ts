import type { ActorRefFrom } from 'xstate'
import type { notificationsMachine } from '#machines/notifications.ts'
import type { Api } from '#shared/engine/api.ts'
import type { RecordLink } from '#shared/engine/recordLink.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { createLazyPart } from '../runtime/lazyPart.ts'

export type UndoableNotification = { id: string; undo: Undo; link?: RecordLink | undefined }

/** What Undo needs of the page that it runs on. */
export type UndoContext = {
  api: Api
  zone: string
  pathname: string
  notifications: ActorRefFrom<typeof notificationsMachine>
  revalidate: () => Promise<void>
}

/** Undo in notifications, which only signed-in operators see. The sign-in page doesn't load it. */
export const undoPart = createLazyPart<{
  undoFromNotification(notification: UndoableNotification, page: UndoContext): Promise<void>
}>()
