import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { answered, columnOf, sortKeyOf } from '../records/list/columns.ts'
import type { Condition } from '../records/list/conditions.ts'
import { rowsOf } from '../records/inScope.ts'
import type { Scoped } from '../records/inScope.ts'
import { rangesBeyond } from '../records/list/keyset.ts'
import { withLabels } from '../records/labels.ts'
import { hideOtherStores } from '../records/otherStores.ts'
import type { Listing } from '../records/list/list.ts'
import { readRows } from '../records/list/rows.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const inPage = 500

type Asked = { query: ListQuery; condition: Condition; params: URLSearchParams }

/** All records that are asked for, in their order, page by page: each goes on along its index where the last one ended. */
export async function* pagesOf(
  db: Connection,
  resource: Scoped<Resource & { listing?: Listing | null }>,
  { query: { sort }, condition, params }: Asked,
): AsyncGenerator<AnyRecord[]> {
  const { listing } = resource
  const column = columnOf(resource, sort.field)
  const { nullable } = column
  const order = { key: sortKeyOf(column), nullable, ascending: !sort.descending }
  const asked = {
    table: rowsOf(resource, resource.storeIds),
    columns: answered(resource),
    condition: listing?.shown?.(condition, params) ?? condition,
    limit: inPage,
  }
  let place: Parameters<typeof rangesBeyond>[1] = null
  for (;;) {
    // Along the order also for parts of texts: gathering all that match would be done anew for each page.
    const found = await readRows(db, asked, order, rangesBeyond(order, place), { along: 'order' })
    const shown = found.slice(0, inPage)
    const records = shown.map((row) =>
      Object.fromEntries(asked.columns.map((name) => [name, row[name]])),
    )
    const visible = await hideOtherStores(db, resource, records)
    const labelled = await withLabels(db, resource, visible)
    const whole = (await listing?.complete(db, labelled, condition, params)) ?? labelled
    yield whole as AnyRecord[] // The columns are those of `answered`.
    const last = shown.at(-1)
    if (found.length <= inPage || !last) return
    place = { key: last.sortKey, id: last.id }
  }
}
