import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { independentDays } from '#shared/engine/approval.ts'
import {
  findAccountsSharingLimits,
  findDependency,
  findIneligibleApprovers,
} from '#server/platform/core/approval/relatedAccounts.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

type Entry = {
  event: string
  changes?: object
  /** The user's group instead of the user. */
  isOfGroup?: boolean
  /** As the platform logged before accounts had IDs. */
  hasNoActorId?: boolean
  daysAgo?: number
}

const related: Entry[] = [
  { event: 'users.created' },
  { event: 'users.invitedAgain' },
  { event: 'users.passwordLinkMade' },
  { event: 'users.updated', changes: { email: {} } },
  { event: 'users.updated', changes: { groupIds: {}, name: {} } },
  { event: 'users.updated', changes: { allStores: {} } },
  { event: 'users.updated', changes: { storeIds: {} } },
  { event: 'users.created', hasNoActorId: true },
  { event: 'users.created', daysAgo: independentDays - 1 },
  { event: 'userGroups.updated', isOfGroup: true, changes: { permissions: {} } },
  { event: 'userGroups.updated', isOfGroup: true, changes: { allStores: {} } },
  { event: 'userGroups.updated', isOfGroup: true, changes: { storeIds: {} } },
  { event: 'userGroups.membersMoved', isOfGroup: true },
]
const unrelated: Entry[] = [
  { event: 'users.updated', changes: { name: {} } },
  { event: 'users.created', daysAgo: independentDays + 1 },
  { event: 'userGroups.updated', isOfGroup: true, changes: { name: {} } },
  { event: 'stores.updated', changes: { storeIds: {} } },
]

describe.each(chooseDatabases('PostgreSQL'))(
  'Accounts that depend on each other on $name',
  (database) => {
    const platform = usePlatform(database)
    const db = () => platform().platform.db
    const now = () => platform().platform.now()

    async function logEntry(
      maker: { id: number; email: string },
      accountId: number,
      { event, changes = {}, isOfGroup = false, hasNoActorId = false, daysAgo = 0 }: Entry,
    ): Promise<void> {
      const time = new Date(now().getTime() - daysAgo * 86_400_000).toISOString()
      const targetType = event.split('.')[0]
      const target = isOfGroup
        ? sql`(select group_ids[1] from users where id = ${accountId})`
        : sql`${accountId}`
      await sql`insert into audit (time, actor, actor_id, event, target_type, target_id, request_id, ip, changes)
      values (${time}, ${maker.email}, ${hasNoActorId ? null : maker.id}, ${event}, ${targetType},
        ${target}, 'r', '', ${JSON.stringify(changes)})`.execute(db())
    }

    async function findRelations(entries: Entry[]) {
      const [maker, account, bystander] = [
        await platform().addAccount([]),
        await platform().addAccount([]),
        await platform().addAccount([]),
      ]
      for (const entry of entries) await logEntry(maker, account.id, entry)
      const at = now().toISOString()
      const sharing = await findAccountsSharingLimits(db(), [maker.id], at)
      const ineligible = await findIneligibleApprovers(db(), maker.id, at)
      for (const ids of [sharing, ineligible]) {
        expect(ids).toContain(maker.id)
        expect(ids).not.toContain(bystander.id)
      }
      return {
        approvedByAccount: await findDependency(db(), { approver: account, requester: maker, at }),
        approvedByMaker: await findDependency(db(), { approver: maker, requester: account, at }),
        approvedByBystander: await findDependency(db(), {
          approver: bystander,
          requester: maker,
          at,
        }),
        requestedByBystander: await findDependency(db(), {
          approver: account,
          requester: bystander,
          at,
        }),
        sharesLimits: sharing.includes(account.id),
        isIneligible: ineligible.includes(account.id),
      }
    }

    test.each(related)('an account depends on the account that logged %j', async (entry) => {
      expect(await findRelations([entry])).toEqual({
        approvedByAccount: 'onAsker',
        approvedByMaker: 'onApprover',
        approvedByBystander: null,
        requestedByBystander: null,
        sharesLimits: true,
        isIneligible: true,
      })
    })

    test.each(unrelated)(
      "an account doesn't depend on the account that logged %j",
      async (entry) => {
        expect(await findRelations([entry])).toEqual({
          approvedByAccount: null,
          approvedByMaker: null,
          approvedByBystander: null,
          requestedByBystander: null,
          sharesLimits: false,
          isIneligible: false,
        })
      },
    )
  },
)
