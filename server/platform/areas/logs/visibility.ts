import { sql } from 'kysely'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

/** The platform's own log is only for accounts with access to all stores. */
export const logVisibility: Readonly<Record<string, Visibility>> = {
  logEntries: { hasErasedRows: true },
  platformLogEntries: { condition: () => sql<boolean>`false`, hasErasedRows: true },
}
