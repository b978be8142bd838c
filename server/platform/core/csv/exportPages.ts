import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { getRecordColumns } from '../records/list/columns.ts'
import type { SqlCondition } from '../records/list/conditions.ts'
import { getVisibleRows } from '../records/storeScope.ts'
import type { ScopedResource } from '../records/storeScope.ts'
import { buildKeysetRanges } from '../records/list/keyset.ts'
import { addLabels } from '../records/labels.ts'
import { redactOtherStores } from '../records/otherStores.ts'
import type { ReadableResource } from '../records/list/readExtension.ts'
import { getSortKeys, loadRows } from '../records/list/rows.ts'
import { buildKeysetOrder, getSortColumns } from '../records/list/sortOrder.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const exportPageSize = 500

type ExportQuery = { query: ListQuery; condition: SqlCondition; params: URLSearchParams }

/**
 * Loads all matching records in order, page by page. Each page continues along the index where the
 * last one ended.
 */
export async function* loadExportPages(
  db: Connection,
  resource: ScopedResource<ReadableResource>,
  { query: { sort }, condition, params }: ExportQuery,
): AsyncGenerator<AnyRecord[]> {
  const { readExtension } = resource
  const order = buildKeysetOrder(sort, getSortColumns(resource, sort))
  const rowQuery = {
    table: getVisibleRows(resource, resource.storeIds),
    columns: getRecordColumns(resource),
    condition: readExtension?.filterRows?.(condition, params) ?? condition,
    limit: exportPageSize,
  }
  let position: Parameters<typeof buildKeysetRanges>[1] = null
  for (;;) {
    // Also for text searches: gathering all matches would be repeated for each page.
    const rows = await loadRows(db, rowQuery, order, buildKeysetRanges(order, position), {
      along: 'order',
    })
    const pageRows = rows.slice(0, exportPageSize)
    const records = pageRows.map((row) =>
      Object.fromEntries(rowQuery.columns.map((name) => [name, row[name]])),
    )
    const visible = await redactOtherStores(db, resource, records)
    const labeled = await addLabels(db, resource, visible)
    const extended =
      (await readExtension?.addFields?.(db, labeled, condition, params, resource)) ?? labeled
    yield extended as AnyRecord[] // `getRecordColumns` selected the columns.
    const last = pageRows.at(-1)
    if (rows.length <= exportPageSize || !last) return
    position = { keys: getSortKeys(last, order), id: last.id }
  }
}
