import { timeZoneOf } from '../preferences/preferenceCalls.ts'
import type { Connection } from '../schema.ts'
import { userOf } from './tokens.ts'

/** A user as they are told of themselves: with what every page of a console shows besides, so that it needs no further call. */
export async function signedInUser(db: Connection, user: Parameters<typeof userOf>[0]) {
  const [timeZone, jobsUnderWay] = await Promise.all([
    timeZoneOf(db, user.id),
    countJobsUnderWay(db, user.id),
  ])
  return { ...userOf(user), timeZone, jobsUnderWay }
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
