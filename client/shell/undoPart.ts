import { createLazyPart } from '../runtime/lazyPart.ts'
import type { undoFromNotification } from './undo.ts'

/** Undo in notifications, which only signed-in operators see. The sign-in page doesn't load it. */
export const undoPart = createLazyPart<{ undoFromNotification: typeof undoFromNotification }>()
