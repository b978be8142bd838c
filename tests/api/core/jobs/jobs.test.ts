import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#server/platform/core/auth/accounts.ts'
import { openEmbeddedDatabase, openServerDatabase } from '#server/platform/database/database.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { startJobQueue } from '#server/platform/core/jobs/jobQueue.ts'
import { areas } from '#server/platform/areas/index.ts'
import { getChores } from '#server/platform/core/area/chores.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import { loadMigratedDatabase } from '#tests/support/servers/platform.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import {
  countingJob,
  createCountsTable,
  insertJob,
  getOutcomes,
  getJobStatus,
} from '#tests/api/support/jobKinds.ts'
import { createTemporaryFolder } from '#tests/api/support/processes.ts'
import { startProgram } from '#tests/api/support/startProgram.ts'

describe.each(databases)('Jobs on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  const buildRunner = (isOver = () => false) => ({
    platform: platform().platform,
    kinds: [countingJob],
    beforeCommit: async () => [],
    isTurnOver: isOver,
  })
  const countRuns = async () =>
    (
      await sql<{ rowId: number; times: number }>`
      select row_id, count(*) as times from counts group by row_id`.execute(db())
    ).rows
  beforeAll(() => createCountsTable.execute(db()))

  test('each row reports its outcome, and an unsuccessful row writes nothing', async () => {
    await sql`delete from counts`.execute(db())
    const labels = ['one', 'refused', 'same', 'failing', 'broken', 'unprepared', 'two']
    const id = await insertJob(db(), labels)
    const failure = ['failed', 'Something went wrong on our side. Retry this row.']
    expect(await runJobTurn(buildRunner(), id)).toBe(false)
    expect(await getOutcomes(db(), id)).toEqual([
      ['one', 'done', 'Counted one.'],
      ['refused', 'refused', 'It is held.'],
      ['same', 'unchanged', null],
      ['failing', ...failure],
      ['broken', ...failure],
      ['unprepared', ...failure],
      ['two', 'done', 'Counted two.'],
    ])
    expect(await getJobStatus(db(), id)).toBe('done')
    expect(await countRuns()).toHaveLength(3)
    const { rows } = await sql<{ actor: string; requestId: string }>`
      select actor, request_id from audit where event = 'counts.counted'`.execute(db())
    expect(rows).toEqual([1, 2].map(() => ({ actor: 'me', requestId: `job-${id}` })))
  })

  test('a job stops when its turn is over and continues from there', async () => {
    await sql`delete from counts`.execute(db())
    const id = await insertJob(
      db(),
      Array.from({ length: 50 }, (_, at) => `row ${at}`),
    )
    let checks = 0
    expect(
      await runJobTurn(
        buildRunner(() => checks++ === 30),
        id,
      ),
    ).toBe(true)
    expect(await countRuns()).toHaveLength(30)
    expect(await getJobStatus(db(), id)).toBe('running')
    expect(await runJobTurn(buildRunner(), id)).toBe(false)
    expect((await countRuns()).map(({ times }) => times)).toEqual(
      Array.from({ length: 50 }, () => 1),
    )
    expect(await runJobTurn(buildRunner(), id)).toBe(false)
    expect(await countRuns()).toHaveLength(50)
  })

  test('a running job leaves time for other work', async () => {
    const id = await insertJob(
      db(),
      Array.from({ length: 50 }, (_, at) => `row ${at}`),
    )
    let ticks = 0
    const other = setInterval(() => ticks++, 1)
    await runJobTurn(buildRunner(), id)
    clearInterval(other)
    expect(ticks).toBeGreaterThan(10)
  })

  test('several workers can run a job at once without running a row twice', async () => {
    await sql`delete from counts`.execute(db())
    const id = await insertJob(
      db(),
      Array.from({ length: 100 }, (_, at) => `row ${at}`),
    )
    await Promise.all([1, 2, 3, 4].map(() => runJobTurn(buildRunner(), id)))
    // A worker that finds all rows of a batch locked leaves; the worker that holds them continues.
    expect((await countRuns()).map(({ times }) => times)).toEqual(
      Array.from({ length: 100 }, () => 1),
    )
    expect(await getJobStatus(db(), id)).toBe('done')
  })

  test('a canceled job leaves the rest of its rows', async () => {
    await sql`delete from counts`.execute(db())
    const id = await insertJob(
      db(),
      Array.from({ length: 30 }, (_, at) => `row ${at}`),
    )
    let checks = 0
    const isOver = () => checks++ === 7
    await runJobTurn(buildRunner(isOver), id)
    await sql`update jobs set status = 'cancelled' where id = ${id}`.execute(db())
    expect(await runJobTurn(buildRunner(), id)).toBe(false)
    expect(await countRuns()).toHaveLength(7)
    expect(await getJobStatus(db(), id)).toBe('cancelled')
  })

  test('a job of an unknown kind fails with a sentence', async () => {
    const id = await insertJob(db(), ['one'], 'unheard of')
    expect(await runJobTurn(buildRunner(), id)).toBe(false)
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

  test('pg-boss runs the jobs that were waiting before it started and the new ones', async () => {
    await sql`delete from counts`.execute(db())
    const waitingJob = await insertJob(db(), ['one', 'two'])
    // Replicas start at the same time on a new database; the embedded one supports one process.
    const replicas = database.name === 'PostgreSQL' ? 3 : 1
    const bosses = await Promise.all(
      Array.from({ length: replicas }, () => startJobQueue(platform().boss, buildRunner())),
    )
    const newJobId = await insertJob(db(), ['three'])
    await bosses[0]?.enqueueJob(newJobId)
    await expect.poll(() => getJobStatus(db(), waitingJob), { timeout: 20_000 }).toBe('done')
    await expect.poll(() => getJobStatus(db(), newJobId), { timeout: 20_000 }).toBe('done')
    await Promise.all(bosses.map((boss) => boss.stop()))
    expect(await countRuns()).toHaveLength(3)
  })

  const fiftyRows = Array.from({ length: 50 }, (_, at) => `row ${at}`)
  const fiftyOnes = Array.from({ length: 50 }, () => 1)

  /** A counting job that pauses before row 20; `reached` resolves to the worker that runs it. */
  function createPausedJob() {
    const reached = Promise.withResolvers<number>()
    const released = Promise.withResolvers<void>()
    const buildKind = (boss: number): JobKind => ({
      ...countingJob,
      async prepare(at, row) {
        if (row.label === 'row 20') {
          reached.resolve(boss)
          await released.promise
        }
        return countingJob.prepare?.(at, row)
      },
    })
    return { reached: reached.promise, release: released.resolve, buildKind }
  }

  // The embedded database supports one process.
  test.skipIf(database.name === 'PGlite')(
    'a job continues at another worker when its own is stopped in the middle',
    async () => {
      await sql`delete from counts`.execute(db())
      const { reached, release, buildKind } = createPausedJob()
      const bosses = await Promise.all(
        [0, 1].map((boss) =>
          startJobQueue(platform().boss, { ...buildRunner(), kinds: [buildKind(boss)] }),
        ),
      )
      const id = await insertJob(db(), fiftyRows)
      await bosses[0]?.enqueueJob(id)
      const stopped = bosses[await reached]?.stop()
      release()
      await stopped
      await expect.poll(() => getJobStatus(db(), id), { timeout: 20_000 }).toBe('done')
      expect((await countRuns()).map(({ times }) => times)).toEqual(fiftyOnes)
      await Promise.all(bosses.map((boss) => boss.stop()))
    },
  )

  test('waking a queue several times runs its work once, and again when the work asks for it', async () => {
    const results: (number | null)[] = []
    const nextResults = [0, null]
    const work = () => {
      const next = nextResults.shift() ?? null
      results.push(next)
      return Promise.resolve(next)
    }
    const queues = [{ name: 'elsewhere', work }]
    const sender = await startJobQueue(platform().boss, buildRunner(), {
      runsJobs: false,
      chores: [],
      queues,
    })
    for (let no = 0; no < 3; no++) await sender.wakeQueue('elsewhere')
    const { rows } = await sql`select 1 from pgboss.job where name = 'elsewhere'`.execute(db())
    expect(rows).toHaveLength(1)
    await sender.stop()
    const worker = await startJobQueue(platform().boss, buildRunner(), {
      runsJobs: true,
      chores: [],
      queues,
    })
    await expect.poll(() => results, { timeout: 20_000 }).toEqual([0, null])
    await worker.stop()
  })

  test("a lost job is found within a minute, and a job that is running isn't queued again", async () => {
    await sql`delete from counts`.execute(db())
    const { reached, release, buildKind } = createPausedJob()
    const boss = await startJobQueue(platform().boss, { ...buildRunner(), kinds: [buildKind(0)] })
    const chore = getChores(areas).find(({ name }) => name === 'jobs')
    const requeueLostJobs = () =>
      chore?.run({ ...platform().platform, enqueueJob: boss.enqueueJob })
    const loadTurns = async (id: number) =>
      (
        await sql<{ state: string }>`select state from pgboss.job
          where name = 'jobs' and data ->> 'id' = ${String(id)}`.execute(db())
      ).rows.map(({ state }) => state)
    const lostJob = await insertJob(db(), fiftyRows)
    expect(await loadTurns(lostJob)).toEqual([])
    await requeueLostJobs()
    await reached
    await requeueLostJobs()
    expect(await loadTurns(lostJob)).toEqual(['active'])
    release()
    await expect.poll(() => getJobStatus(db(), lostJob), { timeout: 20_000 }).toBe('done')
    await requeueLostJobs()
    expect(await loadTurns(lostJob)).not.toContain('created')
    expect((await countRuns()).map(({ times }) => times)).toEqual(fiftyOnes)
    expect(chore?.cron).toBe('* * * * *')
    await boss.stop()
  })
})

/** Each start opens the embedded database again, which takes long. */
const killTimeoutMs = 300_000

describe.each(databases)('A killed program on $name', (database) => {
  test(
    'another program continues its 300 rows without losing or repeating one',
    async () => {
      await using folder = await createTemporaryFolder()
      const url = await database.make()
      const path = join(folder.path, 'database')
      const open = () =>
        url ? openServerDatabase(url, () => {}) : openEmbeddedDatabase({ folder: path })
      let id: number
      {
        const { db, close } = url
          ? await open()
          : await openEmbeddedDatabase({ folder: path, content: await loadMigratedDatabase() })
        await createCountsTable.execute(db)
        const group = { name: 'Operators', permissions: ['Sizes'] }
        const account = { name: 'Me', email: 'me@example.com', passwordHash: 'x', sIdentifier: 1 }
        await createAccount(db, { ...account, group, now: new Date().toISOString() })
        id = await insertJob(
          db,
          Array.from({ length: 300 }, (_, at) => `row ${at}`),
        )
        await close()
      }
      const env = {
        PATH: process.env['PATH'] ?? '',
        ...(url ? { DATABASE_URL: url } : { FOLDER: path }),
      }
      const start = () => startProgram('jobProgram', env)
      const waitForRows = async (program: ChildProcess, rows: number) => {
        for (;;) {
          const [done] = await once(program, 'message')
          if (done >= rows) return
        }
      }
      // Opening the embedded database takes longer than all rows, so it's killed only once.
      const kills = url ? [40, 120] : [40]
      for (const rows of kills) {
        const program = await start()
        await waitForRows(program, rows)
        program.kill('SIGKILL')
        await once(program, 'close')
      }
      const last = await start()
      await waitForRows(last, 300)
      last.kill('SIGTERM')
      expect(await once(last, 'close')).toEqual([0, null])

      const { db, close } = await open()
      const { rows } = await sql<{ rows: number; lines: number; processes: number }>`
      select count(distinct row_id) as rows, count(*) as lines, count(distinct process) as processes
      from counts`.execute(db)
      expect(rows).toEqual([{ rows: 300, lines: 300, processes: kills.length + 1 }])
      const done = await getOutcomes(db, id)
      expect(done.filter(([, outcome]) => outcome === 'done')).toHaveLength(300)
      await close()
    },
    killTimeoutMs,
  )
})
