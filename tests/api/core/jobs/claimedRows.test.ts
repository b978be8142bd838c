import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { claimRow } from '#server/platform/core/jobs/claimRow.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import type { ChargeRequest, ChargeResult } from '#server/platform/areas/payments/charges/types.ts'
import { retryPaymentsJob } from '#server/platform/areas/payments/retryJob.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { counting, makeCounts, newJob, outcomesOf, statusOf } from '#tests/api/support/jobKinds.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { newStore } from '#tests/api/support/stores.ts'

describe.each(databases)('Rows of a job on $name', (database) => {
  const charged: ChargeRequest[] = []
  let answer: () => Promise<ChargeResult>
  const platform = usePlatform(database, {
    chargers: {
      stripe(request) {
        charged.push(request)
        return answer()
      },
    },
  })
  const db = () => platform().platform.db
  const asked: string[] = []
  let held = Promise.withResolvers<void>()
  let reached = Promise.withResolvers<void>()
  const slow: JobKind = {
    ...counting,
    async prepare(_platform, { label }) {
      asked.push(label)
      reached.resolve()
      await held.promise
      return label.length
    },
  }
  const run = (job: number, kind: JobKind = slow) =>
    runJob(
      {
        platform: platform().platform,
        kinds: [kind],
        beforeCommit: kind === slow ? async () => [] : recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
  beforeAll(() => makeCounts.execute(db()))
  beforeEach(async () => {
    await sql`delete from counts`.execute(db())
    asked.length = 0
    charged.length = 0
    held = Promise.withResolvers()
    reached = Promise.withResolvers()
  })

  test('are asked about by one process, however many run the job', async () => {
    const id = await newJob(db(), ['one'])
    const first = run(id)
    await reached.promise
    expect(await run(id)).toBe(false)
    expect(asked).toEqual(['one'])
    held.resolve()
    await first
    expect(asked).toEqual(['one'])
    expect(await statusOf(db(), id)).toBe('done')
  })

  test('of a process that was killed are taken over once its claim has ended', async () => {
    const id = await newJob(db(), ['one'])
    const claim = (seconds: number) =>
      sql`update job_rows set claimed_by = 'gone', claimed_until = clock_timestamp() + ${`${seconds} seconds`}::interval
        where job_id = ${id}`.execute(db())
    held.resolve()
    await claim(20)
    expect(await run(id)).toBe(false)
    expect(asked).toEqual([])
    await claim(-1)
    await run(id)
    expect(asked).toEqual(['one'])
    expect(await outcomesOf(db(), id)).toEqual([['one', 'done', 'Counted one.']])
  })

  /** A running job with one row, and a claim on it. */
  async function newRow() {
    const job = await newJob(db(), ['one'])
    await sql`update jobs set status = 'running' where id = ${job}`.execute(db())
    const { rows } = await sql<{ id: number; createdAt: string }>`
      select id, created_at from job_rows where job_id = ${job}`.execute(db())
    const [row] = rows
    if (!row) throw new Error('A job has its rows')
    return { job, row, claim: () => claimRow(platform().platform, row, row) }
  }

  test('can be claimed while their job runs', async () => {
    const { claim } = await newRow()
    const first = await claim()
    expect(first).toMatchObject({ token: expect.any(String) })
    expect(await claim()).toBeNull()
    first?.stop()
  })

  test('that are done cannot be claimed', async () => {
    const { row, claim } = await newRow()
    await sql`update job_rows set outcome = 'done' where id = ${row.id}`.execute(db())
    expect(await claim()).toBeNull()
  })

  test.each(['waiting', 'cancelled', 'done', 'failed'])(
    'of a job that is %s cannot be claimed',
    async (status) => {
      const { job, claim } = await newRow()
      await sql`update jobs set status = ${status} where id = ${job}`.execute(db())
      expect(await claim()).toBeNull()
    },
  )

  test('stay claimed for as long as the claim is renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { row, claim } = await newRow()
      const claimed = await claim()
      const expire = (seconds: number) =>
        sql`update job_rows set claimed_until = clock_timestamp() + ${`${seconds} seconds`}::interval
          where id = ${row.id}`.execute(db())
      const secondsLeft = async () => {
        const { rows } = await sql<{ left: number }>`
          select extract(epoch from claimed_until - clock_timestamp())::float8 as left
          from job_rows where id = ${row.id}`.execute(db())
        return rows[0]?.left
      }
      await expire(6)
      vi.advanceTimersByTime(5000)
      await expect.poll(secondsLeft).toBeGreaterThan(10)
      claimed?.stop()
      await expire(6)
      vi.advanceTimersByTime(60_000)
      expect(await secondsLeft()).toBeLessThan(7)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that another process took over are not written by the one that was too slow', async () => {
    const id = await newJob(db(), ['one'])
    const first = run(id)
    await reached.promise
    await sql`update job_rows set claimed_by = 'another', claimed_until = clock_timestamp() + interval '20 seconds'
      where job_id = ${id}`.execute(db())
    held.resolve()
    expect(await first).toBe(false)
    expect(await outcomesOf(db(), id)).toEqual([['one', null, null]])
    expect((await sql`select from counts`.execute(db())).rows).toHaveLength(0)
  })

  test('charge only the attempt that was confirmed', async () => {
    const call = await signedIn(platform())
    const storeId = Number((await newStore(call)).id)
    const at = platform().platform.now().toISOString()
    const orderId = await failedOrder(db(), { storeId, at })
    const { rows } = await sql<{ id: number }>`
      select id from payment_attempts where order_id = ${orderId}`.execute(db())
    const path = `/paymentAttempts/${rows[0]?.id}/retry`
    const confirm = async () =>
      (await call('POST', path, { body: { amount: 1250, currency: 'EUR' } })).body.id
    const [one, two] = [await confirm(), await confirm()]
    answer = async () => {
      reached.resolve()
      await held.promise
      return { result: 'failed', decline: { code: 'insufficient_funds' } }
    }
    const first = run(one, retryPaymentsJob)
    await reached.promise
    expect(await run(one, retryPaymentsJob)).toBe(false)
    held.resolve()
    await first
    await run(one, retryPaymentsJob)
    await run(two, retryPaymentsJob)
    expect(charged.map(({ key }) => key)).toEqual([`order-${orderId}-attempt-2`])
    expect(await outcomesOf(db(), two)).toEqual([
      [
        `#${orderId}`,
        'refused',
        'This order was charged again after you confirmed, and is now at attempt 2. Check its timeline, then retry.',
      ],
    ])
  })
})
