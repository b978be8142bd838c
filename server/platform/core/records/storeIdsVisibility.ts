import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { can } from '#shared/permissions/can.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { getResources } from '#shared/engine/resourceRegistry.ts'
import { getRecordColumns } from './list/columns.ts'
import type { Visibility } from './storeScope.ts'

type Viewer = Parameters<NonNullable<Visibility['selectRows']>>[0]

/**
 * Creates the visibility of rows with the columns `permission` and `store_ids`: an account sees the
 * rows that it may read and that concern one of its stores, with only those stores named. Rows
 * without stores are for accounts of all stores. `buildCondition` can hide more rows.
 */
export const createStoreIdsVisibility = (
  resource: Resource,
  buildCondition: (viewer: Viewer) => RawBuilder<boolean> = () => sql<boolean>`true`,
): Visibility => ({
  hidesRows: true,
  selectRows(viewer) {
    const { storeIds, permissions = [] } = viewer
    const keys = new Set(getResources().map(({ permission }) => permission))
    const readable = [...keys].filter((key) => can(permissions, key, 'read'))
    const table = sql.table(resource.name)
    const isVisible = sql`permission = any(${readable}::text[]) and ${buildCondition(viewer)}`
    if (storeIds === null) return sql`(select * from ${table} where ${isVisible}) as ${table}`
    const columns = [...getRecordColumns(resource), 'searchText'].filter(
      (name) => name !== 'storeIds',
    )
    const storeIdsSql = sql`${[...storeIds]}::int[]`
    return sql`(select ${sql.join(columns.map((name) => sql.ref(name)))},
        array(select unnest(store_ids) intersect select unnest(${storeIdsSql}) order by 1) as store_ids
      from ${table} where store_ids && ${storeIdsSql} and ${isVisible}) as ${table}`
  },
})
