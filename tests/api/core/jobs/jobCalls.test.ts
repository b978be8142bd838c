import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { storeChecksJob } from '#server/platform/areas/stores/storeChecks.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { ApiResult, Caller } from '#tests/api/support/calling.ts'
import { runProductJob, createUpdateJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createZoneResolver } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { countingJob, createCountsTable, insertJob } from '#tests/api/support/jobKinds.ts'
import { loadNewestEntries, createStore, loadStore } from '#tests/api/support/stores.ts'
import { runWhileLocked, countWaiting } from '#tests/api/support/waiting.ts'

describe.each(chooseDatabases('PostgreSQL'))('Job calls on $name', (database) => {
  const zone: Zone = new Map()
  const dns = createZoneResolver(zone)
  const platform = usePlatform(database, { dns })
  const db = () => platform().platform.db
  let call: Caller
  let other: Caller
  beforeAll(async () => {
    await createCountsTable.execute(db())
    call = await openSession(platform())
    other = await openSession(platform(), await platform().addAccount(['storesRead']))
  })
  const run = (id: number, isOver = () => false) =>
    runJobTurn(
      {
        platform: platform().platform,
        kinds: [countingJob, storeChecksJob],
        beforeCommit: recomputeStoreStats,
        isTurnOver: isOver,
      },
      id,
    )
  const read = async (id: number) => (await call('GET', `/jobs/${id}`)).body
  const loadRows = async (id: number, query = '') =>
    (await call('GET', `/jobs/${id}/rows${query}`)).body
  const noRows = { waiting: 0, done: 0, unchanged: 0, refused: 0, failed: 0 }

  test('unfinished jobs are counted for the operator who started them only', async () => {
    const loadJobsUnderWay = async (caller: Caller) =>
      (await caller('GET', '/users/roles/details')).body.user.jobsUnderWay
    const before = await loadJobsUnderWay(call)
    const id = await insertJob(db(), ['one'])
    expect(await loadJobsUnderWay(call)).toBe(before + 1)
    expect(await loadJobsUnderWay(other)).toBe(0)
    await run(id)
    expect(await loadJobsUnderWay(call)).toBe(before)
  })

  test('a job reports its progress and the outcome of each row', async () => {
    const id = await insertJob(db(), ['one', 'refused', 'same', 'failing', 'two'])
    expect(await read(id)).toEqual({
      id,
      kind: 'counting',
      title: 'Count',
      status: 'waiting',
      sentence: null,
      createdAt: expect.any(String),
      startedAt: null,
      endedAt: null,
      undoOf: null,
      undoneBy: null,
      undone: null,
      undoUntil: null,
      importId: null,
      refusedByPlan: 0,
      leftOut: 0,
      isBad: false,
      rowSentence: null,
      rows: { ...noRows, waiting: 5, total: 5 },
    })
    await run(id)
    const after = await read(id)
    expect(after).toMatchObject({
      status: 'done',
      startedAt: expect.any(String),
      endedAt: expect.any(String),
      rows: { waiting: 0, done: 2, unchanged: 1, refused: 1, failed: 1, total: 5 },
    })
    expect((await call('GET', '/jobs?limit=1')).body).toMatchObject({ data: [after] })
    const { data, page } = await loadRows(id, '?limit=2')
    expect(data).toEqual([
      {
        id: expect.any(Number),
        targetId: null,
        label: 'one',
        outcome: 'done',
        sentence: 'Counted one.',
        endedAt: expect.any(String),
      },
      expect.objectContaining({ outcome: 'refused', sentence: 'It is held.' }),
    ])
    const next = await loadRows(id, `?limit=2&after=${page.next}`)
    expect(next.data.map(({ label }: { label: string }) => label)).toEqual(['same', 'failing'])
    const failed = await loadRows(id, '?outcome=failed')
    expect(failed.data).toMatchObject([{ label: 'failing' }])
    expect((await loadRows(id, '?outcome=waiting')).data).toEqual([])
    expect((await call('GET', `/jobs/${id}/rows?outcome=odd`)).body.detail).toBe(
      '"outcome" must be one of done, unchanged, refused, failed, waiting.',
    )
  })

  test('the outcome of each row can be exported with its reason', async () => {
    const id = await insertJob(db(), ['one', 'refused', '=two'])
    await run(id)
    const { body } = await call('GET', `/jobs/${id}/rows/export`)
    expect(String(body).split('\r\n')).toEqual([
      expect.stringMatching(/^\uFEFF?Record,Id,Outcome,Field,Before,After,Actor,Reason,Why,Time$/),
      expect.stringMatching(/^one,,done,,,,[^,]+,,Counted one\.,2/),
      expect.stringMatching(/^refused,,refused,,,,[^,]+,,It is held\.,2/),
      expect.stringMatching(/^'=two,,done,,,,[^,]+,,Counted =two\.,2/),
      '',
    ])
  })

  test('a job of one row has a row sentence, and a job of several rows has none', async () => {
    const [one, rejected, two] = [
      await insertJob(db(), ['one']),
      await insertJob(db(), ['refused']),
      await insertJob(db(), ['one', 'two']),
    ]
    expect((await read(one)).rowSentence).toBeNull()
    for (const id of [one, rejected, two]) await run(id)
    const { data } = (await call('GET', '/jobs?limit=3')).body
    const jobsById = new Map(data.map((job: { id: number; rowSentence: string }) => [job.id, job]))
    expect([one, rejected, two].map((id) => jobsById.get(id))).toMatchObject([
      { rowSentence: 'Counted one.' },
      { rowSentence: 'It is held.' },
      { rowSentence: null },
    ])
    expect(await read(rejected)).toEqual(jobsById.get(rejected))
  })

  test("another account can't see, cancel, retry, or undo a job", async () => {
    const id = await insertJob(db(), ['one'])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['GET', '/rows/export'],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['POST', '/undo'],
    ] as const)
      expect(await other(method, `/jobs/${id}${path}`)).toMatchObject({
        status: 404,
        body: { detail: "This job doesn't exist, or it was deleted." },
      })
    expect((await other('GET', '/jobs')).body.page.total).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'waiting' })
    for (const odd of ['0', 'x', '99999999999', '2147483648'])
      expect((await call('GET', `/jobs/${odd}`)).status).toBe(404)
  })

  test('a canceled job leaves the rest of its rows, and a retry runs them', async () => {
    const id = await insertJob(db(), ['one', 'two', 'three'])
    let checks = 0
    await run(id, () => checks++ === 1)
    const canceled = await call('POST', `/jobs/${id}/cancel`)
    expect(canceled.body).toMatchObject({ status: 'cancelled', rows: { done: 1, waiting: 2 } })
    expect(await loadNewestEntries(call, 1)).toMatchObject([
      { event: 'jobs.cancelled', targetType: 'jobs', targetId: id, label: 'Count' },
    ])
    expect(await run(id)).toBe(false)
    expect((await read(id)).rows).toMatchObject({ done: 1, waiting: 2 })
    expect(await call('POST', `/jobs/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { detail: 'This job is already finished.' },
    })
    expect((await call('POST', `/jobs/${id}/retry`)).body).toMatchObject({
      status: 'waiting',
      endedAt: null,
    })
    await run(id)
    expect(await read(id)).toMatchObject({ status: 'done', rows: { done: 3, waiting: 0 } })
  })

  test('a retry runs only the failed rows', async () => {
    const id = await insertJob(db(), ['one', 'failing', 'refused'])
    expect(await call('POST', `/jobs/${id}/retry`)).toMatchObject({
      status: 409,
      body: { detail: 'This job is still running. Wait until it finishes, then retry it.' },
    })
    await run(id)
    await sql`update job_rows set label = 'fixed' where job_id = ${id} and label = 'failing'`.execute(
      db(),
    )
    const key = randomUUID()
    const retry = await call('POST', `/jobs/${id}/retry`, { key })
    expect(retry.body).toMatchObject({
      status: 'waiting',
      rows: { done: 1, refused: 1, waiting: 1 },
    })
    await run(id)
    expect(await read(id)).toMatchObject({ status: 'done', rows: { done: 2, refused: 1 } })
    // A request with the same idempotency key gets the first response.
    expect((await call('POST', `/jobs/${id}/retry`, { key })).body).toEqual(retry.body)
    expect(await call('POST', `/jobs/${id}/retry`)).toMatchObject({
      status: 409,
      body: { detail: "No rows in this job failed, so there's nothing to retry." },
    })
    const { rows } = await sql<{ times: number }>`
      select count(*) as times from counts where row_id in (select id from job_rows where job_id = ${id})
      group by row_id`.execute(db())
    expect(rows).toEqual([{ times: 1 }, { times: 1 }])
  })

  test('rejects a retry from an account that lost the permission', async () => {
    const account = await platform().addAccount(['Sizes:write'])
    const callAsAccount = await openSession(platform(), account)
    const id = await insertJob(db(), ['failing'])
    await sql`update jobs set user_id = ${account.id} where id = ${id}`.execute(db())
    await run(id)
    await sql`update user_groups set permissions = '{Sizes,Sizes:read}'
      where id = any((select group_ids from users where id = ${account.id})::int[])`.execute(db())
    expect(await callAsAccount('POST', `/jobs/${id}/retry`)).toMatchObject({
      status: 403,
      body: { permission: 'Sizes:write' },
    })
    expect((await callAsAccount('GET', `/jobs/${id}`)).body.rows).toMatchObject({ failed: 1 })
  })

  test('store checks cover only the stores of the account', async () => {
    const [own] = [await createStore(call), await createStore(call)]
    const account = await platform().addAccount(['storesRead:write'])
    await sql`update users set all_stores = false, store_ids = array[${own.id}::int]
      where id = ${account.id}`.execute(db())
    const callAsAccount = await openSession(platform(), account)
    const { id } = (await callAsAccount('POST', '/stores/checks')).body
    const { data } = (await callAsAccount('GET', `/jobs/${id}/rows`)).body
    expect(data).toMatchObject([{ targetId: own.id, label: own.name }])
    expect(data).toHaveLength(1)
  })

  test('checking all stores finds what changed since the last check', async () => {
    const domain = `${randomUUID()}.shop.dev`
    const store = await createStore(call, { domain })
    const plainStore = await createStore(call)
    // example.org is reserved for examples, so DNS isn't queried for it.
    await createStore(call, { domain: `${randomUUID()}.example.org` })
    const { records } = (await call('GET', `/stores/${store.id}/domain`)).body
    zone.set(`CNAME ${domain}`, [records[0].value])
    zone.set(`TXT _store-verification.${domain}`, [records[1].value])
    const before = await loadStore(call, store.id)
    const key = randomUUID()
    const started = await call('POST', '/stores/checks', { key })
    expect(started).toMatchObject({ status: 202, body: { id: expect.any(Number) } })
    expect((await call('POST', '/stores/checks', { key })).body).toEqual(started.body)
    const { id } = started.body
    expect(await read(id)).toMatchObject({
      title: 'Check all stores',
      status: 'waiting',
    })
    dns.queries.length = 0
    await run(id)
    expect(dns.queries).toEqual([`CNAME ${domain}`, `TXT _store-verification.${domain}`])
    const after = await loadStore(call, store.id)
    expect(after.domainVerifiedAt).not.toBeNull()
    expect(after.readiness).toBeGreaterThan(before.readiness)
    const { data } = await loadRows(id)
    const findRow = (one: number) =>
      data.find(({ targetId }: { targetId: number }) => targetId === one)
    expect(findRow(store.id)).toMatchObject({
      label: store.name,
      outcome: 'done',
      sentence: `${after.readiness}% ready (was ${before.readiness}%).`,
    })
    expect(findRow(plainStore.id)).toMatchObject({
      outcome: 'unchanged',
      sentence: `${plainStore.readiness}% ready (unchanged).`,
    })
  })

  // PGlite runs one transaction at a time.
  test.skipIf(database.name !== 'PostgreSQL')(
    'undoing a canceled job reverts the rows that had already started',
    async () => {
      const colors = Array.from({ length: 102 }, () => ({
        name: 'Blue',
        code: randomUUID().slice(0, 12),
        hex: '#0000ff',
        active: true,
      }))
      const { data } = (await call('POST', '/colors/many', { body: { records: colors } })).body
      const id = await createUpdateJob(platform(), 'colors', data, { family: 'reef' })
      let undoRequest: Promise<ApiResult> | undefined
      await runWhileLocked(db(), {
        lock: (trx) => sql`select from colors where id = ${data[101].id} for update`.execute(trx),
        start: () => runProductJob(platform(), id),
        async proceed() {
          await call('POST', `/jobs/${id}/cancel`)
          expect((await read(id)).rows).toMatchObject({ done: 100, waiting: 2 })
          let isAnswered = false
          undoRequest = call('POST', `/jobs/${id}/undo`).finally(() => (isAnswered = true))
          await vi.waitUntil(async () => isAnswered || (await countWaiting(db())) === 2)
        },
      })
      const undo = await undoRequest
      expect(undo).toMatchObject({ status: 202, body: { rows: { total: 102 } } })
      await runProductJob(platform(), undo?.body.id)
      expect(await read(id)).toMatchObject({ undone: 'all' })
      expect((await call('GET', '/colors?filter[family][eq]=reef')).body.data).toEqual([])
    },
  )
})
