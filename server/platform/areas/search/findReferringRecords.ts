import { sql } from 'kysely'
import { maxResultsPerKind } from '#shared/areas/search/searchCall.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { getField } from '#shared/engine/resource.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { ScopedResource } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { SearchHit } from './findEntries.ts'

/** With more hits of a kind, the text names none of them, so what refers to them isn't meant. */
const maxNamed = 5

/** One more than the response has, so it can say that there are more. */
const limit = maxResultsPerKind + 1

/**
 * Finds the newest records that refer to what was found, where their list also finds them that way:
 * the orders of a member, for example.
 */
export async function findReferringRecords(
  db: Connection,
  modules: readonly ScopedResource<ResourceModule>[],
  hits: readonly SearchHit[],
): Promise<SearchHit[]> {
  const named = Map.groupBy(hits, ({ resource }) => resource)
  const found = modules.flatMap((module) => {
    // These lists show the newest first, so an index has this order for each record they refer to.
    const [newest] = getDefaultSort(module)
    return (module.readExtension?.searchThrough ?? []).map(async (field) => {
      const targets = named.get(getField(module, field)?.target?.name ?? '') ?? []
      if (targets.length === 0 || targets.length > maxNamed) return []
      const time = sql.ref(newest.field)
      // For each target alone, so the index bounds what is read however many rows refer to it.
      const { rows } = await sql<{ id: number }>`
        select newest.id from unnest(${targets.map(({ recordId }) => recordId)}::int[]) as target(id)
        cross join lateral (
          select id, ${time} from ${getVisibleRows(module, module.storeIds)}
          where ${sql.ref(field)} = target.id order by ${time} desc, id desc limit ${limit}
        ) as newest order by ${time} desc, newest.id desc limit ${limit}`.execute(db)
      return rows.map(({ id }) => ({ resource: module.name, recordId: id }))
    })
  })
  return (await Promise.all(found)).flat()
}
