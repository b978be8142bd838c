import { sql } from 'kysely'
import { instant } from '#shared/engine/fields/fields.ts'
import { resources } from '#shared/areas/index.ts'
import { users } from '#shared/areas/users/users.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import { hasPermission } from '#server/platform/core/http/createCallHandler.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { redactOtherStoresInEntries } from '#server/platform/core/records/redactOtherStoresInEntries.ts'
import { pageParameters } from '#server/platform/core/http/listParameters.ts'
import { callSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { hasStoreLimit } from '#server/platform/core/records/storeScope.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { loadPage } from '#server/platform/core/records/list/page.ts'
import { auditMessages } from '#server/platform/core/audit/messages.ts'
import { parsePageLimit } from '#server/platform/core/http/listParameters.ts'

const auditColumns = [
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
    permission: 'dashboardRead:read',
    method: 'get',
    path: '/audit',
    summary: 'List the changes that you can see, newest first',
    query: [
      ...pageParameters,
      {
        name: 'changesOnly',
        description: 'Set to 1 to exclude sign-ins and rejected calls, which change no record.',
        schema: { type: 'string', enum: ['1'] },
      },
    ],
    success: { status: 200, schema: callSchemas.audit },
    handler: async ({ query }, { db }, caller) => {
      requireKnownParameters(query, ['limit', 'after', 'changesOnly'])
      const body = await loadPage(db, {
        table: sql.table('readableAudit'),
        columns: auditColumns,
        condition: sql`stream in ('audit', 'security') and ${buildChangesCondition(query)} and ${buildReadableCondition(caller)} and ${buildStoreCondition(caller)}`,
        sort: [{ field: 'time', descending: true }],
        sortColumns: [{ name: 'time', field: instant(auditMessages.time), nullable: false }],
        limit: parsePageLimit(query),
        after: query.get('after'),
        addFields: async (entries) => {
          const visibleEntries = await redactOtherStoresInEntries(db, caller, entries)
          return canSeeAccounts(caller)
            ? visibleEntries
            : visibleEntries.map((entry) => ({ ...entry, ip: null }))
        },
      })
      return { status: 200, body }
    },
  },
]

/** Leaves out sign-ins, sign-outs, and rejected calls on request: they change no record. */
const buildChangesCondition = (query: URLSearchParams) =>
  query.get('changesOnly') === '1' ? sql`event not like 'auth.%'` : sql`true`

/**
 * Callers who can read accounts also see the accounts' other activity and IP addresses: the
 * security stream, jobs, and views.
 */
const canSeeAccounts = (caller: Caller) => hasPermission(`${users.permission}:read`, caller)

const allResourceNames = resources.map(({ name }) => name)

/** Limits entries to the resources that the caller can read. */
function buildReadableCondition(caller: Caller) {
  const readable = resources.filter(({ permission }) => hasPermission(`${permission}:read`, caller))
  const isReadable = sql`target_type = any(${readable.map(({ name }) => name)})`
  return canSeeAccounts(caller)
    ? sql`(${isReadable} or (target_type = any(${allResourceNames})) is not true)`
    : sql`(${isReadable} and stream <> 'security')`
}

/**
 * Limited accounts see entries without a store, such as those of accounts, for resources whose
 * records aren't limited to stores.
 */
const getUnlimitedNames = () =>
  resources.filter((resource) => !hasStoreLimit(resource)).map(({ name }) => name)

const buildStoreCondition = ({ storeIds }: Caller) =>
  storeIds === null
    ? sql`true`
    : sql`(${matchesIds('storeId', storeIds)} or store_id is null and target_type = any(${getUnlimitedNames()}))`
