import type { userBulkActions } from '#shared/areas/users/bulkActions.ts'
import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  accountChanges,
  getAllowedAccountChanges,
  accountStatuses,
} from '#shared/areas/users/accountStates.ts'
import type { AccountStatus } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import type { BulkHandlers } from '#server/platform/core/records/bulkHandler.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { assertNoGreaterPermissions } from './hooks.ts'
import { withdrawAccountLinks } from './accountLinks.ts'
import { userMessages } from './messages.ts'

async function assertCanEditAccount(
  account: AnyRecord,
  { trx, caller }: WriteContext,
): Promise<void> {
  if (account.id === caller.id) throw invalidState(userRuleMessages.self)
  await assertNoGreaterPermissions(trx, caller, account)
}

const getGroupIds = ({ groupIds }: AnyRecord): unknown[] =>
  Array.isArray(groupIds) ? groupIds : []

async function describeGroup(connection: Connection, groupId: unknown): Promise<string[]> {
  const { rows } = await sql<{ permissions: string[]; allStores: boolean }>`
    select permissions, all_stores from user_groups where id = ${groupId}`.execute(connection)
  const { permissions = [], allStores = false } = rows[0] ?? {}
  return [
    userMessages.groupPermissions(permissions.length),
    ...(allStores ? [userMessages.groupOfAllStores] : []),
  ]
}

/** The bulk actions of users (shared/areas/users/bulkActions.ts). */
export const userBulkHandlers = {
  suspend: {
    event: 'suspended',
    undoEvent: 'reactivated',
    skipsValidation: true,
    assertEditable: assertCanEditAccount,
    getChanges(before, { reason }) {
      const status = before['status'] as AccountStatus // The database allows no other values.
      if (status === 'suspended') return {}
      if (!getAllowedAccountChanges(status).includes('suspend'))
        throw invalidState(
          userRuleMessages.notFrom(accountChanges.suspend.label, accountStatuses[status]),
        )
      return { status: 'suspended', statusReason: reason }
    },
    async afterWrite({ trx, now }, before) {
      const ids = before.map(({ id }) => id)
      await trx.deleteFrom('tokens').where('userId', 'in', ids).execute()
      for (const id of ids) await withdrawAccountLinks(trx, id, now)
    },
    async describeImpact(connection, ids) {
      const { rows } = await sql<{ count: number }>`
        select count(distinct user_id) as count from tokens where ${matchesIds('userId', ids)}`.execute(
        connection,
      )
      return [userMessages.signedOut(rows[0]?.count ?? 0)]
    },
  },
  addToGroup: {
    getChanges(before, { groupId }) {
      const currentIds = getGroupIds(before)
      return currentIds.includes(groupId) ? {} : { groupIds: [...currentIds, groupId] }
    },
    describeImpact: (connection, _ids, { groupId }) => describeGroup(connection, groupId),
  },
  removeFromGroup: {
    getChanges(before, { groupId }) {
      const currentIds = getGroupIds(before)
      return currentIds.includes(groupId)
        ? { groupIds: currentIds.filter((id) => id !== groupId) }
        : {}
    },
    describeImpact: (connection, _ids, { groupId }) => describeGroup(connection, groupId),
  },
} satisfies BulkHandlers<typeof userBulkActions>
