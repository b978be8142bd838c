import { sql } from 'kysely'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

/** Entries never change, so a view reads them without the personal data of erased members. */
export const creditVisibility: Readonly<Record<string, Visibility>> = {
  creditEntries: {
    selectRows: ({ storeIds }) =>
      sql`(select * from readable_credit_entries
        where ${matchesIds('storeId', storeIds)}) as credit_entries`,
    hasErasedRows: true,
  },
}
