import { sql } from 'kysely'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { findTimeZone } from '#server/platform/core/auth/preferences.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { toUserResponse } from '#server/platform/core/auth/tokens.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'

/**
 * Loads the signed-in user, with what every page of a console shows, so that it needs no other
 * call.
 */
export async function loadSignedInUser(db: Connection, user: Account) {
  const [timeZone, jobsUnderWay, attention, groups, stores] = await Promise.all([
    findTimeZone(db, user.id),
    countUnfinishedJobs(db, user.id),
    countOpenAlerts(db, user),
    findGroupNames(db, user.id),
    findStoreNames(db, user),
  ])
  return { ...toUserResponse(user), timeZone, jobsUnderWay, attention, groups, ...stores }
}

/** How many stores the user menu names before it counts the rest. */
const maxNamedStores = 3

async function findGroupNames(db: Connection, userId: number): Promise<string[]> {
  const groups = await db
    .selectFrom('userGroups')
    .innerJoin('users', (join) =>
      join.on((where) => where('userGroups.id', '=', where.fn.any('users.groupIds'))),
    )
    .select('userGroups.name')
    .where('users.id', '=', userId)
    .orderBy('userGroups.name')
    .execute()
  return groups.map(({ name }) => name)
}

/** Returns the account's first stores by name, and how many it has; empty if it has all stores. */
async function findStoreNames(db: Connection, { storeIds }: Account) {
  if (storeIds === null) return {}
  const { rows } = await sql<{ name: string }>`
    select name from stores where id = any(${storeIds}) order by name limit ${maxNamedStores}`.execute(
    db,
  )
  return { storeNames: rows.map(({ name }) => name), storeCount: storeIds.length }
}

async function countOpenAlerts(db: Connection, user: Account): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${getVisibleRows(limitToCaller(user, attentionItems), user.storeIds)} where state = 'open'`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

async function countUnfinishedJobs(db: Connection, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
