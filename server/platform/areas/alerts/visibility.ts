import { sql } from 'kysely'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { resources } from '#shared/areas/index.ts'
import { can } from '#shared/permissions/can.ts'
import { getRecordColumns } from '#server/platform/core/records/list/columns.ts'
import type { Visibility } from '#server/platform/core/records/storeScope.ts'

const resourcePermissions = [...new Set(resources.map(({ permission }) => permission))]

export const alertVisibility: Readonly<Record<string, Visibility>> = {
  attentionItems: {
    hidesRows: true,
    /**
     * Selects alerts in any of these stores that the caller's permissions allow, with only those
     * stores named. Some alerts are for certain accounts only.
     */
    selectRows({ storeIds, permissions = [], callerId = 0 }) {
      const readable = resourcePermissions.filter((key) => can(permissions, key, 'read'))
      const isVisible = sql`permission = any(${readable}::text[])
        and (account_ids is null or ${callerId} = any(account_ids))`
      if (storeIds === null)
        return sql`(select * from attention_items where ${isVisible}) as attention_items`
      const columns = [...getRecordColumns(attentionItems), 'searchText'].filter(
        (name) => name !== 'storeIds',
      )
      const storeIdsSql = sql`${[...storeIds]}::int[]`
      return sql`(select ${sql.join(columns.map((name) => sql.ref(name)))},
          array(select unnest(store_ids) intersect select unnest(${storeIdsSql}) order by 1) as store_ids
        from attention_items where store_ids && ${storeIdsSql} and ${isVisible}) as attention_items`
    },
  },
}
