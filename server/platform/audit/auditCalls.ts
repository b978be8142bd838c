import { sql } from 'kysely'
import { instant } from '#shared/engine/fields.ts'
import { limits } from '#shared/limits.ts'
import { resources } from '#shared/resources/index.ts'
import type { Call } from '../http/call.ts'
import { badRequest } from '../http/refusal.ts'
import { pageParameters, schemas } from '../openapi/schemas.ts'
import { among, isLimited } from '../records/inScope.ts'
import type { StoreIds } from '../records/inScope.ts'
import { refuseUnknownParameters } from '../records/list.ts'
import { readPage } from '../records/page.ts'

const columns = [
  'id',
  'time',
  'actor',
  'event',
  'targetType',
  'targetId',
  'label',
  'requestId',
  'ip',
  'changes',
]

/** The audit log, newest first (shared/auditCalls.ts). */
export const auditCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: 'dashboardRead:read',
    method: 'get',
    path: '/audit',
    summary: 'Who changed what, newest first',
    query: pageParameters,
    success: { status: 200, schema: schemas.audit },
    answer: async ({ query }, { db }, { storeIds }) => {
      refuseUnknownParameters(query, ['limit', 'after'])
      const body = await readPage(db, {
        table: sql.table('audit'),
        columns,
        condition: sql`stream in ('audit', 'security') and ${isTold(storeIds)}`,
        sort: { field: 'time', descending: true },
        column: { name: 'time', field: instant('Time'), nullable: false },
        limit: limitFrom(query),
        after: query.get('after'),
      })
      return { status: 200, body }
    },
  },
]

/** What happens outside of stores, to accounts too, is told whoever is for some where they see all records of its kind. */
const open = resources.filter((resource) => !isLimited(resource)).map(({ name }) => name)

const isTold = (storeIds: StoreIds) =>
  storeIds === null
    ? sql`true`
    : sql`(${among('storeId', storeIds)} or store_id is null and target_type = any(${open}))`

/** The `limit` of a paged call; refused with 400 where it is none. */
export function limitFrom(query: URLSearchParams): number {
  const most = Math.max(...limits.pageSizes)
  const limit = Number(query.get('limit') || 50)
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit
  throw badRequest(`limit must be a whole number from 1 to ${most}.`)
}
