import type { AnyRecord } from '#shared/engine/resource.ts'
import { accountChanges, accountChangesFrom, accountStatuses } from '#shared/users/accountStates.ts'
import type { AccountStatus } from '#shared/users/accountStates.ts'
import { userRuleMessages as say } from '#shared/users/userRuleMessages.ts'
import type { BulkWork } from '../records/bulkWork.ts'
import type { Work } from '../http/call.ts'
import { refuseGreater, wrongState } from './guards.ts'
import { withdrawLinks } from './links.ts'

async function refuse(account: AnyRecord, { trx, caller }: Work): Promise<void> {
  if (account.id === caller.id) throw wrongState(say.self)
  await refuseGreater(trx, caller, account)
}

/** How accounts are changed many at once (shared/users/userBulk.ts). */
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
        throw wrongState(say.notFrom(accountChanges.suspend.label, accountStatuses[status]))
      return { status: 'suspended', statusReason: reason }
    },
    async follow({ trx, now }, before) {
      const ids = before.map(({ id }) => id)
      await trx.deleteFrom('tokens').where('userId', 'in', ids).execute()
      for (const id of ids) await withdrawLinks(trx, id, now)
    },
  },
  addToGroup: {
    becomes(before, { groupId }) {
      const { groupIds } = before
      const held: unknown[] = Array.isArray(groupIds) ? groupIds : []
      return held.includes(groupId) ? {} : { groupIds: [...held, groupId] }
    },
  },
}
