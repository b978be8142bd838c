import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { claimRow, hasClaimedRows } from '#server/platform/core/jobs/claimRow.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import type { JobKind } from '#server/platform/core/jobs/jobs.ts'
import type {
  ChargeRequest,
  ChargeResult,
} from '#server/platform/areas/payments/providers/charge.ts'
import { retryPaymentsJob } from '#server/platform/areas/payments/retryJob.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import {
  countingJob,
  createCountsTable,
  insertJob,
  getOutcomes,
  getJobStatus,
} from '#tests/api/support/jobKinds.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { replaceCharges } from '#tests/api/support/replaceCharges.ts'
import { createStore } from '#tests/api/support/stores.ts'

describe.each(databases)('Claimed job rows on $name', (database) => {
  const chargeRequests: ChargeRequest[] = []
  let answer: () => Promise<ChargeResult>
  const platform = usePlatform(database)
  replaceCharges('stripe', {
    charge(_platform, request) {
      chargeRequests.push(request)
      return answer()
    },
  })
  const db = () => platform().platform.db
  const preparedLabels: string[] = []
  let gate = Promise.withResolvers<void>()
  let atGate = Promise.withResolvers<void>()
  const slow: JobKind = {
    ...countingJob,
    async prepare(_platform, { label }) {
      preparedLabels.push(label)
      atGate.resolve()
      await gate.promise
      return label.length
    },
  }
  const run = (job: number, kind: JobKind = slow) =>
    runJobTurn(
      {
        platform: platform().platform,
        kinds: [kind],
        beforeCommit: kind === slow ? async () => [] : recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
  beforeAll(() => createCountsTable.execute(db()))
  beforeEach(async () => {
    await sql`delete from counts`.execute(db())
    preparedLabels.length = 0
    chargeRequests.length = 0
    gate = Promise.withResolvers()
    atGate = Promise.withResolvers()
  })

  test('one process prepares a row, even if several run the job', async () => {
    const id = await insertJob(db(), ['one'])
    const first = run(id)
    await atGate.promise
    expect(await run(id)).toBe(false)
    expect(preparedLabels).toEqual(['one'])
    gate.resolve()
    await first
    expect(preparedLabels).toEqual(['one'])
    expect(await getJobStatus(db(), id)).toBe('done')
  })

  test('another process takes over the rows of a killed process once its claim expires', async () => {
    const id = await insertJob(db(), ['one'])
    const claim = (seconds: number) =>
      sql`update job_rows set claimed_by = 'gone', claimed_until = clock_timestamp() + ${`${seconds} seconds`}::interval
        where job_id = ${id}`.execute(db())
    gate.resolve()
    await claim(20)
    expect(await run(id)).toBe(false)
    expect(preparedLabels).toEqual([])
    await claim(-1)
    await run(id)
    expect(preparedLabels).toEqual(['one'])
    expect(await getOutcomes(db(), id)).toEqual([['one', 'done', 'Counted one.']])
  })

  /** Creates a running job with one row, and a function that claims the row. */
  async function createRow() {
    const job = await insertJob(db(), ['one'])
    await sql`update jobs set status = 'running' where id = ${job}`.execute(db())
    const { rows } = await sql<{ id: number; createdAt: string }>`
      select id, created_at from job_rows where job_id = ${job}`.execute(db())
    const [row] = rows
    if (!row) throw new Error('A job has its rows')
    return { job, row, claim: () => claimRow(platform().platform, row, row) }
  }

  test('a row can be claimed once while its job runs', async () => {
    const { claim } = await createRow()
    const first = await claim()
    expect(first).toMatchObject({ token: expect.any(String) })
    expect(await claim()).toBeNull()
    first?.stop()
  })

  test("a finished row can't be claimed", async () => {
    const { row, claim } = await createRow()
    await sql`update job_rows set outcome = 'done' where id = ${row.id}`.execute(db())
    expect(await claim()).toBeNull()
  })

  test.each(['waiting', 'cancelled', 'done', 'failed'])(
    "a row of a job with the status %s can't be claimed",
    async (status) => {
      const { job, claim } = await createRow()
      await sql`update jobs set status = ${status} where id = ${job}`.execute(db())
      expect(await claim()).toBeNull()
    },
  )

  test('a claim is renewed until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { row, claim } = await createRow()
      const renewedClaim = await claim()
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
      renewedClaim?.stop()
      await expire(6)
      vi.advanceTimersByTime(60_000)
      expect(await secondsLeft()).toBeLessThan(7)
    } finally {
      vi.useRealTimers()
    }
  })

  test('a claim that another process took over is not renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { row, claim } = await createRow()
      const lostClaim = await claim()
      await sql`update job_rows set claimed_by = 'another', claimed_until = '2026-01-01T00:00:00Z'
        where id = ${row.id}`.execute(db())
      vi.advanceTimersByTime(5000)
      lostClaim?.stop()
      // On a database with one connection, the renewal has run before.
      const next = await claim()
      expect(next).toMatchObject({ token: expect.any(String) })
      next?.stop()
    } finally {
      vi.useRealTimers()
    }
  })

  test('only the claimed rows of a job itself keep others waiting for it', async () => {
    const [claimed, other] = [await createRow(), await createRow()]
    const claim = await claimed.claim()
    expect(await hasClaimedRows(platform().platform, claimed.job)).toBe(true)
    expect(await hasClaimedRows(platform().platform, other.job)).toBe(false)
    claim?.stop()
  })

  test("a process that lost its claim doesn't write the row", async () => {
    const id = await insertJob(db(), ['one'])
    const first = run(id)
    await atGate.promise
    await sql`update job_rows set claimed_by = 'another', claimed_until = clock_timestamp() + interval '20 seconds'
      where job_id = ${id}`.execute(db())
    gate.resolve()
    expect(await first).toBe(false)
    expect(await getOutcomes(db(), id)).toEqual([['one', null, null]])
    expect((await sql`select from counts`.execute(db())).rows).toHaveLength(0)
  })

  test('a retry charges only the attempt that the operator confirmed', async () => {
    const call = await openSession(platform())
    const storeId = Number((await createStore(call)).id)
    const at = platform().platform.now().toISOString()
    const orderId = await insertFailedOrder(db(), { storeId, at })
    const { rows } = await sql<{ id: number }>`
      select id from payment_attempts where order_id = ${orderId}`.execute(db())
    const path = `/paymentAttempts/${rows[0]?.id}/retry`
    const confirm = async () =>
      (await call('POST', path, { body: { amount: 1250, currency: 'EUR' } })).body.id
    const [one, two] = [await confirm(), await confirm()]
    answer = async () => {
      atGate.resolve()
      await gate.promise
      return { result: 'failed', decline: { code: 'insufficient_funds' } }
    }
    const first = run(one, retryPaymentsJob)
    await atGate.promise
    expect(await run(one, retryPaymentsJob)).toBe(false)
    gate.resolve()
    await first
    await run(one, retryPaymentsJob)
    await run(two, retryPaymentsJob)
    expect(chargeRequests.map(({ key }) => key)).toEqual([`order-${orderId}-attempt-2`])
    expect(await getOutcomes(db(), two)).toEqual([
      [
        `#${orderId}`,
        'refused',
        'This order was charged again after you confirmed, and is now at attempt 2. Check its timeline, then retry.',
      ],
    ])
  })
})
