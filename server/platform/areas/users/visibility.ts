import { sql } from 'kysely'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

export const userVisibility: Readonly<Record<string, Visibility>> = {
  users: {
    condition: (storeIds) => sql<boolean>`not all_stores and store_ids && ${[...storeIds]}::int[]`,
  },
}
