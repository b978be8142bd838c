import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#server/platform/core/auth/accounts.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { startJobQueue } from '#server/platform/core/jobs/jobQueue.ts'
import { chores } from '#server/platform/areas/chores.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import { migratedDatabase } from '#tests/support/servers/platform.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { counting, makeCounts, newJob, outcomesOf, statusOf } from '#tests/api/support/jobKinds.ts'
import { temporaryFolder } from '#tests/api/support/processes.ts'

describe.each(databases)('jobs on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const runner = (isOver = () => false) => ({
    platform: platform().platform,
    kinds: [counting],
    beforeCommit: async () => [],
    isTurnOver: isOver,
  })
  const counted = async () =>
    (
      await sql<{ rowId: number; times: number }>`
      select row_id, count(*) as times from counts group by row_id`.execute(db())
    ).rows
  beforeAll(() => makeCounts.execute(db()))

  test('tell what became of each row; what one that did not succeed had written is gone', async () => {
    await sql`delete from counts`.execute(db())
    const labels = ['one', 'refused', 'same', 'failing', 'broken', 'unprepared', 'two']
    const id = await newJob(db(), labels)
    const wrong = ['failed', 'Something went wrong on our side. Retry this row.']
    expect(await runJob(runner(), id)).toBe(false)
    expect(await outcomesOf(db(), id)).toEqual([
      ['one', 'done', 'Counted one.'],
      ['refused', 'refused', 'It is held.'],
      ['same', 'unchanged', null],
      ['failing', ...wrong],
      ['broken', ...wrong],
      ['unprepared', ...wrong],
      ['two', 'done', 'Counted two.'],
    ])
    expect(await statusOf(db(), id)).toBe('done')
    expect(await counted()).toHaveLength(3)
    const { rows } = await sql<{ actor: string; requestId: string }>`
      select actor, request_id from audit where event = 'counts.counted'`.execute(db())
    expect(rows).toEqual([1, 2].map(() => ({ actor: 'me', requestId: `job-${id}` })))
  })

  test('stop where their turn is over, and go on there', async () => {
    await sql`delete from counts`.execute(db())
    const id = await newJob(
      db(),
      Array.from({ length: 50 }, (_, at) => `row ${at}`),
    )
    let looked = 0
    expect(
      await runJob(
        runner(() => looked++ === 30),
        id,
      ),
    ).toBe(true)
    expect(await counted()).toHaveLength(30)
    expect(await statusOf(db(), id)).toBe('running')
    expect(await runJob(runner(), id)).toBe(false)
    expect((await counted()).map(({ times }) => times)).toEqual(Array.from({ length: 50 }, () => 1))
    expect(await runJob(runner(), id)).toBe(false)
    expect(await counted()).toHaveLength(50)
  })

  test('leave others their turn', async () => {
    const id = await newJob(
      db(),
      Array.from({ length: 50 }, (_, at) => `row ${at}`),
    )
    let turns = 0
    const other = setInterval(() => turns++, 1)
    await runJob(runner(), id)
    clearInterval(other)
    expect(turns).toBeGreaterThan(10)
  })

  test('may be run by several at once, and do no row twice', async () => {
    await sql`delete from counts`.execute(db())
    const id = await newJob(
      db(),
      Array.from({ length: 100 }, (_, at) => `row ${at}`),
    )
    await Promise.all([1, 2, 3, 4].map(() => runJob(runner(), id)))
    // Who finds all rows of a batch held leaves; whoever holds them goes on.
    expect((await counted()).map(({ times }) => times)).toEqual(
      Array.from({ length: 100 }, () => 1),
    )
    expect(await statusOf(db(), id)).toBe('done')
  })

  test('that are cancelled leave the rest of their rows', async () => {
    await sql`delete from counts`.execute(db())
    const id = await newJob(
      db(),
      Array.from({ length: 30 }, (_, at) => `row ${at}`),
    )
    let looked = 0
    const isOver = () => looked++ === 7
    await runJob(runner(isOver), id)
    await sql`update jobs set status = 'cancelled' where id = ${id}`.execute(db())
    expect(await runJob(runner(), id)).toBe(false)
    expect(await counted()).toHaveLength(7)
    expect(await statusOf(db(), id)).toBe('cancelled')
  })

  test('of a kind that is not known fail with a sentence', async () => {
    const id = await newJob(db(), ['one'], 'unheard of')
    expect(await runJob(runner(), id)).toBe(false)
    expect(
      await db()
        .selectFrom('jobs')
        .select(['status', 'sentence'])
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toEqual({
      status: 'failed',
      sentence: "This platform doesn't support this kind of job.",
    })
  })

  test('are run by pg-boss: those that were left, and those it is told of', async () => {
    await sql`delete from counts`.execute(db())
    const left = await newJob(db(), ['one', 'two'])
    // Replicas begin at once on a new database; the embedded one is for one process.
    const replicas = database.name === 'PostgreSQL' ? 3 : 1
    const bosses = await Promise.all(
      Array.from({ length: replicas }, () => startJobQueue(platform().boss, runner())),
    )
    const told = await newJob(db(), ['three'])
    await bosses[0]?.enqueueJob(told)
    await expect.poll(() => statusOf(db(), left), { timeout: 20_000 }).toBe('done')
    await expect.poll(() => statusOf(db(), told), { timeout: 20_000 }).toBe('done')
    await Promise.all(bosses.map((boss) => boss.stop()))
    expect(await counted()).toHaveLength(3)
  })

  const fiftyRows = Array.from({ length: 50 }, (_, at) => `row ${at}`)
  const once50 = Array.from({ length: 50 }, () => 1)

  /** `counting` that waits before its 20th row; `reached` tells whose turn that is. */
  function pausedCounting() {
    const reached = Promise.withResolvers<number>()
    const released = Promise.withResolvers<void>()
    const kindOf = (boss: number): JobKind => ({
      ...counting,
      async prepare(at, row) {
        if (row.label === 'row 20') {
          reached.resolve(boss)
          await released.promise
        }
        return counting.prepare?.(at, row)
      },
    })
    return { reached: reached.promise, release: released.resolve, kindOf }
  }

  // The embedded database is for one process.
  test.skipIf(database.name === 'PGlite')(
    'go on at another worker when theirs is told to end in the middle of them',
    async () => {
      await sql`delete from counts`.execute(db())
      const { reached, release, kindOf } = pausedCounting()
      const bosses = await Promise.all(
        [0, 1].map((boss) =>
          startJobQueue(platform().boss, { ...runner(), kinds: [kindOf(boss)] }),
        ),
      )
      const id = await newJob(db(), fiftyRows)
      await bosses[0]?.enqueueJob(id)
      const stopped = bosses[await reached]?.stop()
      release()
      await stopped
      await expect.poll(() => statusOf(db(), id), { timeout: 20_000 }).toBe('done')
      expect((await counted()).map(({ times }) => times)).toEqual(once50)
      await Promise.all(bosses.map((boss) => boss.stop()))
    },
  )

  test('of what waits elsewhere a worker is woken once, however often somebody says so, and again when it asks for that', async () => {
    const worked: (number | null)[] = []
    const again = [0, null]
    const work = () => {
      const next = again.shift() ?? null
      worked.push(next)
      return Promise.resolve(next)
    }
    const queues = [{ name: 'elsewhere', work }]
    const tells = await startJobQueue(platform().boss, runner(), {
      runsJobs: false,
      chores: [],
      queues,
    })
    for (let no = 0; no < 3; no++) await tells.wakeQueue('elsewhere')
    const { rows } = await sql`select 1 from pgboss.job where name = 'elsewhere'`.execute(db())
    expect(rows).toHaveLength(1)
    await tells.stop()
    const works = await startJobQueue(platform().boss, runner(), {
      runsJobs: true,
      chores: [],
      queues,
    })
    await expect.poll(() => worked, { timeout: 20_000 }).toEqual([0, null])
    await works.stop()
  })

  test('that nobody was told of are found within a minute; one that has its turn is left to it', async () => {
    await sql`delete from counts`.execute(db())
    const { reached, release, kindOf } = pausedCounting()
    const boss = await startJobQueue(platform().boss, { ...runner(), kinds: [kindOf(0)] })
    const chore = chores.find(({ name }) => name === 'jobs')
    const look = () => chore?.run({ ...platform().platform, enqueueJob: boss.enqueueJob })
    const turns = async (id: number) =>
      (
        await sql<{ state: string }>`select state from pgboss.job
          where name = 'jobs' and data ->> 'id' = ${String(id)}`.execute(db())
      ).rows.map(({ state }) => state)
    const lost = await newJob(db(), fiftyRows)
    expect(await turns(lost)).toEqual([])
    await look()
    await reached
    await look()
    expect(await turns(lost)).toEqual(['active'])
    release()
    await expect.poll(() => statusOf(db(), lost), { timeout: 20_000 }).toBe('done')
    await look()
    expect(await turns(lost)).not.toContain('created')
    expect((await counted()).map(({ times }) => times)).toEqual(once50)
    expect(chore?.cron).toBe('* * * * *')
    await boss.stop()
  })
})

/** Programs of which each opens the embedded database anew. */
const killed = 300_000

describe.each(databases)('a program that is killed on $name', (database) => {
  test(
    'while 300 rows are under way: another goes on, and no row is done twice or lost',
    async () => {
      await using folder = await temporaryFolder()
      const url = await database.make()
      const path = join(folder.path, 'database')
      const open = () =>
        url ? openServerDatabase(url, () => {}) : openEmbeddedDatabase({ folder: path })
      let id: number
      {
        const { db, close } = url
          ? await open()
          : await openEmbeddedDatabase({ folder: path, content: await migratedDatabase() })
        await makeCounts.execute(db)
        const group = { name: 'Operators', permissions: ['Sizes'] }
        const person = { name: 'Me', email: 'me@example.com', passwordHash: 'x', sIdentifier: 1 }
        await createAccount(db, { ...person, group, now: new Date().toISOString() })
        id = await newJob(
          db,
          Array.from({ length: 300 }, (_, at) => `row ${at}`),
        )
        await close()
      }
      const env = {
        PATH: process.env['PATH'] ?? '',
        ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
      }
      const start = () => fork('tests/api/support/jobProgram.ts', { env })
      const reached = async (program: ReturnType<typeof start>, rows: number) => {
        for (;;) {
          const [done] = await once(program, 'message')
          if (done >= rows) return
        }
      }
      // Each start opens the embedded database anew, which takes longer than all rows.
      const kills = url ? [40, 120] : [40]
      for (const rows of kills) {
        const program = start()
        await reached(program, rows)
        program.kill('SIGKILL')
        await once(program, 'close')
      }
      const last = start()
      await reached(last, 300)
      last.kill('SIGTERM')
      expect(await once(last, 'close')).toEqual([0, null])

      const { db, close } = await open()
      const { rows } = await sql<{ rows: number; lines: number; processes: number }>`
      select count(distinct row_id) as rows, count(*) as lines, count(distinct process) as processes
      from counts`.execute(db)
      expect(rows).toEqual([{ rows: 300, lines: 300, processes: kills.length + 1 }])
      const done = await outcomesOf(db, id)
      expect(done.filter(([, outcome]) => outcome === 'done')).toHaveLength(300)
      await close()
    },
    killed,
  )
})
