import { sql } from 'kysely'
import { attentionItems } from '#shared/resources/attentionItems.ts'
import { rowsOf, scopedTo } from '../records/inScope.ts'
import { timeZoneOf } from '../preferences/preferenceCalls.ts'
import type { Connection } from '../schema.ts'
import { userOf } from './tokens.ts'
import type { Account } from './tokens.ts'

/** A user as they are told of themselves: with what every page of a console shows besides, so that it needs no further call. */
export async function signedInUser(db: Connection, user: Account) {
  const [timeZone, jobsUnderWay, attention] = await Promise.all([
    timeZoneOf(db, user.id),
    countJobsUnderWay(db, user.id),
    countAttention(db, user),
  ])
  return { ...userOf(user), timeZone, jobsUnderWay, attention }
}

async function countAttention(db: Connection, user: Account): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${rowsOf(scopedTo(user, attentionItems), user.storeIds)} where state = 'open'`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

async function countJobsUnderWay(db: Connection, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  return Number(count)
}
