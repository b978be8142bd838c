import type * as flashMessages from '#shared/navigation/formatFlashMessage.ts'
import { createLazyPart } from './lazyPart.ts'

/**
 * The texts of outcomes. The server formats those that a page shows first, so the browser loads
 * them with the first interaction (entry.tsx).
 */
export const flashPart =
  createLazyPart<Pick<typeof flashMessages, 'formatFlashMessage' | 'parseFlash'>>()
