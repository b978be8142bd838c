import { sql } from 'kysely'
import { organisations } from '#shared/areas/stores/organisations.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { selectWithStoreCount } from '#server/platform/core/records/storeScope.ts'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

export const storeVisibility: Readonly<Record<string, Visibility>> = {
  stores: { condition: (storeIds) => matchesIds('id', storeIds) },
  organisations: {
    hidesRows: true,
    /**
     * Selects the organizations of these stores, and those without a store yet, so that a new one
     * stays visible to its creator.
     */
    selectRows({ storeIds }) {
      if (storeIds === null) return null
      const storesSql = sql`from stores where stores.organisation_id = organisations.id`
      return sql`(${selectWithStoreCount(organisations, storesSql, storeIds)}
        where exists (select ${storesSql} and ${matchesIds('stores.id', storeIds)})
          or not exists (select ${storesSql})) as organisations`
    },
  },
}
