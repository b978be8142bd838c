import { sql } from 'kysely'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import type { RequestLog } from '#shared/areas/search/searchCall.ts'
import { buildTextCondition } from '#server/platform/core/records/list/searchConditions.ts'
import type { ResourceModule } from '#server/platform/core/records/resourceHooks.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { ScopedResource } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** Long, with several digits and no spaces: what an error message shows as its request ID. */
const requestIdPattern = /^(?=(?:[^\d]*\d){4})[\w-]{16,100}$/

/** Finds the logs with entries of a request: of the platform, and of stores. None for other texts. */
export async function findRequestLogs(
  db: Connection,
  modules: readonly ScopedResource<ResourceModule>[],
  text: string,
): Promise<RequestLog[]> {
  if (!requestIdPattern.test(text)) return []
  const logs = modules.map(async (module): Promise<RequestLog[]> => {
    const isOfStores = module.name === logEntries.name
    if (!isOfStores && module.name !== platformLogEntries.name) return []
    // The search has an index, and the column doesn't.
    const isFound = await buildTextCondition(db, module, text)
    const entries = sql`select distinct ${isOfStores ? sql.ref('storeId') : sql`null::int`} as store_id
      from ${getVisibleRows(module, module.storeIds)} where ${isFound} and request_id = ${text} limit ${maxLogs}`
    const { rows } = await sql<RequestLog>`
      select store_id, stores.name as store from (${entries}) as found
      left join stores on stores.id = store_id order by store_id`.execute(db)
    return rows
  })
  return (await Promise.all(logs)).flat()
}

/** A bulk change of many stores is one request. Its job shows the others. */
const maxLogs = 5
