import { sql } from 'kysely'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Call, CallResult } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  integerSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId } from '#server/platform/core/records/recordId.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'

/** GET /blueprints/ID/differences (shared/areas/stores/blueprints/differencesCall.ts). */
export const differencesCall: Call = {
  kind: 'read',
  permission: `${blueprints.permission}:read`,
  method: 'get',
  path: '/blueprints/:id/differences',
  summary: 'Count the stores that differ from this blueprint, by setting and integration',
  success: {
    status: 200,
    schema: objectSchema({
      data: arraySchema(objectSchema({ name: stringSchema, stores: integerSchema })),
    }),
  },
  handler: countDifferences,
}

async function countDifferences(
  request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { id } = await loadRecord(
    db,
    limitToCaller(caller, blueprints),
    parseRecordId(blueprints, request),
  )
  const { rows: data } = await sql<{ name: string; stores: number }>`
    select difference as name, count(*)::int as stores
    from ${getVisibleRows(stores, caller.storeIds)}, unnest(blueprint_differences) as difference
    where blueprint_id = ${id} group by difference order by difference`.execute(db)
  return { status: 200, body: { data } }
}
