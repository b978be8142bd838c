import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startJobQueue } from '#server/platform/core/jobs/jobQueue.ts'
import type { Chore } from '#server/platform/core/jobs/chores.ts'
import { areas } from '#server/platform/areas/index.ts'
import { getChores } from '#server/platform/core/area/chores.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

/**
 * pg-boss looks for due chores every 15 s and starts them within 10 s; a busy machine is slower.
 */
const startTimeoutMs = 120_000

test('each chore has its own name and runs at least once a day', () => {
  const names = getChores(areas).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { cron } of getChores(areas))
    expect(cron).toMatch(/^(\*|\d+|(\*|\d+)\/\d+) (\*|\d+) \* \* \*$/)
})

test("chores that call external services are marked external, so they can't delay the others", () => {
  const externalNames = getChores(areas)
    .filter((chore) => chore.external)
    .map(({ name }) => name)
  expect(externalNames.toSorted()).toEqual([
    'certificates',
    'charges',
    'domains',
    'giftCardBalances',
    'giftCardCatalog',
    'giftCardLinks',
    'giftCards',
    'integrations',
    'processingCharges',
    'refunds',
  ])
})

describe.each(databases)('Chores on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db

  test(
    'one of several processes runs a chore, and a failing chore stops no other',
    async () => {
      let runs = 0
      const started = Promise.withResolvers<void>()
      const finish = Promise.withResolvers<void>()
      const often: Chore = {
        name: 'often',
        cron: '* * * * *',
        run() {
          runs++
          started.resolve()
          return finish.promise
        },
        failure: 'Not often',
      }
      const broken: Chore = {
        name: 'broken',
        cron: '* * * * *',
        // Waits for the other chore, so both run at the same time in any order and number of
        // processes.
        async run() {
          await started.promise
          throw new Error('It cannot be')
        },
        failure: 'It could not be done',
        external: true,
      }
      const start = (chores: readonly Chore[], runsJobs = true) =>
        startJobQueue(
          platform().boss,
          { platform: platform().platform, kinds: [], beforeCommit: async () => [] },
          { runsJobs, chores },
        )
      // Schedules of an older version: one chore in the other queue, and one that no longer exists.
      const deletedChore: Chore = { ...often, name: 'gone', cron: '0 0 1 1 *' }
      await (await start([often, { ...deletedChore, name: 'broken' }, deletedChore])).stop()

      // Makes pg-boss look now: after its first look it would wait 15 s.
      await sql`update pgboss.version set cron_on = null`.execute(db())
      // Replicas start at the same time; the embedded database supports one process.
      const replicas = database.name === 'PostgreSQL' ? 3 : 1
      const bosses = await Promise.all(
        Array.from({ length: replicas }, () => start([often, broken])),
      )
      const schedules = await sql<{
        key: string
      }>`select key from pgboss.schedule order by key`.execute(db())
      expect(schedules.rows.map(({ key }) => key)).toEqual(['broken', 'often'])
      await expect.poll(() => runs, { timeout: startTimeoutMs }).toBe(1)
      const getWarnings = () => platform().log.filter(({ msg }) => msg === broken.failure)
      await expect
        .poll(getWarnings, { timeout: startTimeoutMs })
        .toMatchObject([{ chore: 'broken' }])
      const chorePosts = await sql<{ count: number }>`
        select count(*) as count from pgboss.job where name = 'chores' and data ->> 'name' = 'often'`.execute(
        db(),
      )
      expect(chorePosts.rows).toEqual([{ count: 1 }])
      expect(runs).toBe(1)
      finish.resolve()
      await Promise.all(bosses.map((boss) => boss.stop()))
    },
    3 * startTimeoutMs,
  )
})
