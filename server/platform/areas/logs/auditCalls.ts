import { sql } from 'kysely'
import { instant } from '#shared/engine/fields/fields.ts'
import { limits } from '#shared/limits.ts'
import { resources } from '#shared/areas/index.ts'
import { users } from '#shared/areas/users/users.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { holds } from '#server/platform/core/http/answering.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import { hideStoreChanges } from './hideStoreChanges.ts'
import { pageParameters } from '#server/platform/core/http/listParameters.ts'
import { schemas } from '#server/platform/core/http/schemas.ts'
import { among, isLimited } from '#server/platform/core/records/inScope.ts'
import { refuseUnknownParameters } from '#server/platform/core/records/list/list.ts'
import { readPage } from '#server/platform/core/records/list/page.ts'
import { auditMessages } from '#server/platform/core/audit/messages.ts'

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

/** The audit log, newest first (shared/areas/logs/auditCalls.ts). */
export const auditCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: 'dashboardRead:read',
    method: 'get',
    path: '/audit',
    summary: 'List the changes that you can see, newest first',
    query: pageParameters,
    success: { status: 200, schema: schemas.audit },
    answer: async ({ query }, { db }, caller) => {
      refuseUnknownParameters(query, ['limit', 'after'])
      const body = await readPage(db, {
        table: sql.table('audit'),
        columns,
        condition: sql`stream in ('audit', 'security') and ${isTold(caller)} and ${isIn(caller)}`,
        sort: { field: 'time', descending: true },
        column: { name: 'time', field: instant(auditMessages.time), nullable: false },
        limit: limitFrom(query),
        after: query.get('after'),
        complete: async (entries) => {
          const told = await hideStoreChanges(db, caller, entries)
          return seesAccounts(caller) ? told : told.map((entry) => ({ ...entry, ip: null }))
        },
      })
      return { status: 200, body }
    },
  },
]

/** Who may read accounts learns of what they do besides, and from where: the security stream, jobs, views. */
const seesAccounts = (caller: Caller) => holds(`${users.permission}:read`, caller)

const names = resources.map(({ name }) => name)

/** What happens to records is told whoever may read them. */
function isTold(caller: Caller) {
  const readable = resources.filter(({ permission }) => holds(`${permission}:read`, caller))
  const isReadable = sql`target_type = any(${readable.map(({ name }) => name)})`
  return seesAccounts(caller)
    ? sql`(${isReadable} or (target_type = any(${names})) is not true)`
    : sql`(${isReadable} and stream <> 'security')`
}

/** What happens outside of stores, to accounts too, is told whoever is for some where they see all records of its kind. */
const open = resources.filter((resource) => !isLimited(resource)).map(({ name }) => name)

const isIn = ({ storeIds }: Caller) =>
  storeIds === null
    ? sql`true`
    : sql`(${among('storeId', storeIds)} or store_id is null and target_type = any(${open}))`

/** The `limit` of a paged call; refused with 400 where it is none. */
export function limitFrom(query: URLSearchParams): number {
  const most = Math.max(...limits.pageSizes)
  const limit = Number(query.get('limit') || 50)
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit
  throw badRequest(auditMessages.limitNotValid(most))
}
