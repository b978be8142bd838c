import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startJobQueue } from '#server/platform/core/jobs/jobQueue.ts'
import type { Chore } from '#server/platform/core/jobs/chores.ts'
import { chores } from '#server/platform/areas/chores.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

/** A chore is looked for every 15 s, and taken within 10 s; a machine that is busy takes longer. */
const due = 120_000

test('each chore of the product has a name of its own, and is done often enough', () => {
  const names = chores.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { cron } of chores) expect(cron).toMatch(/^(\*|\d+|(\*|\d+)\/\d+) (\*|\d+) \* \* \*$/)
})

test('what asks others outside has turns of its own, so that it keeps no other chore from its time', () => {
  const asks = chores.filter((chore) => chore.external).map(({ name }) => name)
  expect(asks).toEqual([
    'domains',
    'integrations',
    'charges',
    'processingCharges',
    'giftCards',
    'giftCatalogue',
    'giftCardBalances',
  ])
})

describe.each(databases)('chores on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db

  test(
    'are done by one process of several, and one that fails stops nobody',
    async () => {
      let runs = 0
      const begun = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      const often: Chore = {
        name: 'often',
        cron: '* * * * *',
        run() {
          runs++
          begun.resolve()
          return held.promise
        },
        failure: 'Not often',
      }
      const broken: Chore = {
        name: 'broken',
        cron: '* * * * *',
        // While the other one is under way, whichever has its turn first, and where one process does both.
        async run() {
          await begun.promise
          throw new Error('It cannot be')
        },
        failure: 'It could not be done',
        external: true,
      }
      const start = (chores: readonly Chore[], works = true) =>
        startJobQueue(
          platform().boss,
          { platform: platform().platform, kinds: [], beforeCommit: async () => [] },
          { runsJobs: works, chores },
        )
      // What a version before knew, one of them in the other queue, and one more.
      const gone: Chore = { ...often, name: 'gone', cron: '0 0 1 1 *' }
      await (await start([often, { ...gone, name: 'broken' }, gone])).stop()

      // After the first look the next one is 15 s away.
      await sql`update pgboss.version set cron_on = null`.execute(db())
      // Replicas begin at once; the embedded database is for one process.
      const replicas = database.name === 'PostgreSQL' ? 3 : 1
      const bosses = await Promise.all(
        Array.from({ length: replicas }, () => start([often, broken])),
      )
      const known = await sql<{
        key: string
      }>`select key from pgboss.schedule order by key`.execute(db())
      expect(known.rows.map(({ key }) => key)).toEqual(['broken', 'often'])
      await expect.poll(() => runs, { timeout: due }).toBe(1)
      const warned = () => platform().log.filter(({ msg }) => msg === broken.failure)
      await expect.poll(warned, { timeout: due }).toMatchObject([{ chore: 'broken' }])
      const sent = await sql<{ count: number }>`
        select count(*) as count from pgboss.job where name = 'chores' and data ->> 'name' = 'often'`.execute(
        db(),
      )
      expect(sent.rows).toEqual([{ count: 1 }])
      expect(runs).toBe(1)
      held.resolve()
      await Promise.all(bosses.map((boss) => boss.stop()))
    },
    3 * due,
  )
})
