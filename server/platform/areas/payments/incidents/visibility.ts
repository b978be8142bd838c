import { sql } from 'kysely'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

/** Columns that sum up the stores of an incident. */
const sumColumns = ['stores', 'failures', 'stake', 'stakes']

export const incidentVisibility: Readonly<Record<string, Visibility>> = {
  incidents: {
    hidesRows: true,
    /** Selects the incidents in these stores, with sums over only those stores. */
    selectRows({ storeIds }) {
      if (storeIds === null) return null
      const columns = [...getRecordColumns(incidents), 'searchText'].filter(
        (name) => !sumColumns.includes(name),
      )
      const storesSql = sql`from incident_stores where incident_id = incidents.id and ${matchesIds('storeId', storeIds)}`
      return sql`(select ${sql.join(columns.map((name) => sql.ref(name)))},
          (select count(distinct store_id)::int ${storesSql}) as stores,
          (select sum(failures)::int ${storesSql}) as failures,
          (select coalesce(sum(amount), 0)::bigint ${storesSql} and incident_stores.currency = incidents.currency) as stake,
          (select jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount)) from (
            select currency, sum(amount) as amount ${storesSql} group by currency) as by_currency) as stakes
        from incidents where exists (select ${storesSql})) as incidents`
    },
  },
}
