import type { Migration } from 'kysely/migration'
import { addColumns, optional, text } from './tables.ts'

/** Alert rules can have a filter of the list of stores. */
export const storeFilters: Migration = {
  up: (db) => addColumns(db, 'alert_rules', { store_filter: optional(text) }),
}
