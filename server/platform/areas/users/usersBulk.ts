import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  accountChanges,
  accountChangesFrom,
  accountStatuses,
} from '#shared/areas/users/accountStates.ts'
import type { AccountStatus } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages as say } from '#shared/areas/users/userRuleMessages.ts'
import type { BulkWork } from '#server/platform/core/records/bulkWork.ts'
import type { Work } from '#server/platform/core/http/call.ts'
import { notPossible } from '#server/platform/core/platform/refusal.ts'
import { among } from '#server/platform/core/records/inScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { refuseGreater } from './guards.ts'
import { withdrawLinks } from './links.ts'
import { userMessages } from './messages.ts'

async function refuse(account: AnyRecord, { trx, caller }: Work): Promise<void> {
  if (account.id === caller.id) throw notPossible(say.self)
  await refuseGreater(trx, caller, account)
}

const groupsOf = ({ groupIds }: AnyRecord): unknown[] => (Array.isArray(groupIds) ? groupIds : [])

async function holdsOf(connection: Connection, groupId: unknown): Promise<string[]> {
  const { rows } = await sql<{ permissions: string[]; allStores: boolean }>`
    select permissions, all_stores from user_groups where id = ${groupId}`.execute(connection)
  const { permissions = [], allStores = false } = rows[0] ?? {}
  return [
    userMessages.groupPermissions(permissions.length),
    ...(allStores ? [userMessages.groupOfAllStores] : []),
  ]
}

/** How accounts are changed many at once (shared/areas/users/userBulk.ts). */
export const usersBulk: Readonly<Record<string, BulkWork>> = {
  suspend: {
    event: 'suspended',
    undone: 'reactivated',
    derived: true,
    refuse,
    becomes(before, { reason }) {
      const status = before['status'] as AccountStatus // The database knows no other.
      if (status === 'suspended') return {}
      if (!accountChangesFrom(status).includes('suspend'))
        throw notPossible(say.notFrom(accountChanges.suspend.label, accountStatuses[status]))
      return { status: 'suspended', statusReason: reason }
    },
    async follow({ trx, now }, before) {
      const ids = before.map(({ id }) => id)
      await trx.deleteFrom('tokens').where('userId', 'in', ids).execute()
      for (const id of ids) await withdrawLinks(trx, id, now)
    },
    async reaches(connection, ids) {
      const { rows } = await sql<{ count: number }>`
        select count(distinct user_id) as count from tokens where ${among('userId', ids)}`.execute(
        connection,
      )
      return [userMessages.signedOut(rows[0]?.count ?? 0)]
    },
  },
  addToGroup: {
    becomes(before, { groupId }) {
      const held = groupsOf(before)
      return held.includes(groupId) ? {} : { groupIds: [...held, groupId] }
    },
    reaches: (connection, _ids, { groupId }) => holdsOf(connection, groupId),
  },
  removeFromGroup: {
    becomes(before, { groupId }) {
      const held = groupsOf(before)
      return held.includes(groupId) ? { groupIds: held.filter((id) => id !== groupId) } : {}
    },
    reaches: (connection, _ids, { groupId }) => holdsOf(connection, groupId),
  },
}
