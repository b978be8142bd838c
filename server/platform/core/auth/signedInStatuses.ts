import type { Selectable } from 'kysely'
import type { Database } from '#server/platform/database/schema.ts'

/**
 * Statuses in which a user stays signed in. `locked` is one of them, so that a stranger who guesses
 * passwords can't sign users out.
 */
export const signedInStatuses = ['active', 'locked'] as const satisfies readonly Selectable<
  Database['users']
>['status'][]
