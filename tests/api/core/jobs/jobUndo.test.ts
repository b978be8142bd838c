import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { secret, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { createDeleteJob } from '#server/platform/core/bulk/deleteJob.ts'
import { startUpdateJob } from '#server/platform/core/bulk/updateJob.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { purgeUndoData } from '#server/platform/core/jobs/undoJob.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob, createUpdateJob } from '#tests/api/support/changingJob.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { createStore, loadStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Undoing jobs on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const createColor = async (values: Record<string, unknown> = {}) => {
    const code = randomUUID().slice(0, 12)
    const body = { name: 'Blue', code, hex: '#0000ff', active: true, ...values }
    return (await call('POST', '/colors', { body })).body
  }
  const createColors = async (count: number) => {
    const records = Array.from({ length: count }, () => ({
      name: 'Blue',
      code: randomUUID().slice(0, 12),
      hex: '#0000ff',
      active: true,
    }))
    return (await call('POST', '/colors/many', { body: { records } })).body.data
  }
  const loadColor = async ({ id }: { id: number }) => (await call('GET', `/colors/${id}`)).body
  const startChange = (
    records: Parameters<typeof createUpdateJob>[2],
    values: Record<string, unknown>,
    resource = 'colors',
  ) => createUpdateJob(platform(), resource, records, values)
  const run = (id: number) => runProductJob(platform(), id)
  const read = async (id: number) => (await call('GET', `/jobs/${id}`)).body
  const undo = (id: number) => call('POST', `/jobs/${id}/undo`)
  const loadOutcomes = (id: number) => getOutcomes(db(), id)
  const patch = ({ id, version }: { id: number; version: number }, body: object) =>
    call('PATCH', `/colors/${id}`, { body, ifMatch: version })

  test('a job logs the change of each record, and an undo reverts all of them', async () => {
    const before = [await createColor({ family: 'sky' }), await createColor(), await createColor()]
    const same = await createColor({ family: 'sea' })
    const id = await startChange([...before, same], { family: 'sea' })
    await run(id)
    expect(await loadOutcomes(id)).toEqual([
      ...before.map(({ name }) => [name, 'done', null]),
      [same.name, 'unchanged', 'Nothing to change.'],
    ])
    expect(await loadColor(before[0])).toMatchObject({ family: 'sea', version: 2 })
    const history = (await call('GET', `/colors/${before[0].id}/history`)).body.data
    expect(history[0]).toMatchObject({
      actor: platform().operator.email,
      before: { family: 'sky' },
      after: { family: 'sea' },
    })
    const done = await read(id)
    expect(done).toMatchObject({ undoOf: null, undoneBy: null, undone: null })
    expect(Date.parse(done.undoUntil) - Date.parse(done.endedAt)).toBe(30 * 24 * 60 * 60_000)

    const key = randomUUID()
    const started = await call('POST', `/jobs/${id}/undo`, { key })
    expect(started).toMatchObject({
      status: 202,
      body: {
        title: 'Undo: Change many',
        status: 'waiting',
        undoOf: id,
        undoUntil: null,
        rows: { waiting: 3, total: 3 },
      },
    })
    expect((await call('POST', `/jobs/${id}/undo`, { key })).body).toEqual(started.body)
    expect(await read(id)).toMatchObject({ undone: 'underWay', undoUntil: null })
    await run(started.body.id)
    for (const [at, color] of before.entries())
      expect(await loadColor(color)).toMatchObject({ family: at === 0 ? 'sky' : null, version: 3 })
    // The undo starts with the last record.
    const { data } = (await call('GET', `/jobs/${started.body.id}/rows`)).body
    expect(data.map(({ targetId }: { targetId: number }) => targetId)).toEqual(
      before.map((color) => color.id).toReversed(),
    )
    expect(await read(id)).toMatchObject({
      undoneBy: started.body.id,
      undone: 'all',
      undoUntil: null,
    })
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: 'This job was already undone.' },
    })
    expect(await undo(started.body.id)).toMatchObject({
      status: 409,
      body: {
        detail:
          "This job undid another job, so it can't be undone. To make the changes again, start a new job.",
      },
    })
  })

  test('a job rejects each record that changed since or breaks a rule', async () => {
    const [changed, deleted, unchanged] = [
      await createColor(),
      await createColor(),
      await createColor(),
    ]
    const existing = await createColor()
    await patch(changed, { name: 'Sky' })
    await call('DELETE', `/colors/${deleted.id}`)
    const id = await startChange([changed, deleted, unchanged, existing], {
      code: existing.code.toLowerCase(),
    })
    await run(id)
    expect(await loadOutcomes(id)).toEqual([
      [
        'Blue',
        'refused',
        expect.stringMatching(/^.+ changed this record in the meantime. Its version is now 2\.$/),
      ],
      ['Blue', 'refused', "This color doesn't exist, or it was deleted."],
      ['Blue', 'refused', expect.stringContaining('Code')],
      ['Blue', 'unchanged', 'Nothing to change.'],
    ])
    const store = await createStore(call)
    const rejectedJob = await startChange([store], { organisationId: 999_999 }, 'stores')
    await run(rejectedJob)
    expect(await loadOutcomes(rejectedJob)).toMatchObject([
      [store.name, 'refused', expect.any(String)],
    ])
    expect((await loadStore(call, store.id)).version).toBe(store.version)
  })

  test("an undo reverts unchanged records and names the ones it couldn't revert", async () => {
    const [changed, other, deleted] = [
      await createColor(),
      await createColor(),
      await createColor(),
    ]
    const id = await startChange([changed, other, deleted], { family: 'sea', active: false })
    await run(id)
    await patch(await loadColor(changed), { family: 'ink' })
    await patch(await loadColor(other), { name: 'Deep blue' })
    await call('DELETE', `/colors/${deleted.id}`)
    const { body } = await undo(id)
    await run(body.id)
    expect(await loadOutcomes(body.id)).toEqual([
      ['Blue', 'refused', "This color doesn't exist, or it was deleted."],
      ['Blue', 'done', null],
      [
        'Blue',
        'refused',
        `${platform().operator.email} changed this record in the meantime: Family.`,
      ],
    ])
    expect(await read(id)).toMatchObject({ undone: 'partly', undoUntil: null })
    expect(await undo(id)).toMatchObject({ status: 409 })
    expect(await loadColor(changed)).toMatchObject({ family: 'ink', active: false })
    expect(await loadColor(other)).toMatchObject({ name: 'Deep blue', family: null, active: true })
  })

  test('an undo that reverted nothing can run again once nothing blocks it', async () => {
    const colors = [await createColor(), await createColor()]
    const id = await startChange(colors, { family: 'sea' })
    await run(id)
    const secondJob = await startChange([await loadColor(colors[0]), await loadColor(colors[1])], {
      family: 'ink',
    })
    await run(secondJob)
    const first = (await undo(id)).body
    await run(first.id)
    expect(await read(first.id)).toMatchObject({ rows: { done: 0, refused: 2 } })
    const before = await read(id)
    expect(before).toMatchObject({ undoneBy: first.id, undone: 'nothing' })
    expect(before.undoUntil).toEqual(expect.any(String))
    expect((await call('GET', '/jobs?limit=3')).body.data).toContainEqual(before)

    await run((await undo(secondJob)).body.id)
    expect(await undo(id)).toMatchObject({
      status: 202,
      body: { id: first.id, status: 'waiting', rows: { waiting: 2, total: 2 } },
    })
    expect(await undo(id)).toMatchObject({ status: 409 })
    await run(first.id)
    expect(await read(id)).toMatchObject({ undoneBy: first.id, undone: 'all', undoUntil: null })
    expect(await loadColor(colors[0])).toMatchObject({ family: null })
  })

  test('undoing a canceled job reverts the finished rows', async () => {
    // More than one batch.
    const colors = await createColors(110)
    const id = await startChange(colors, { family: 'shore' })
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: 'This job is still running. Cancel it, or wait until it finishes.' },
    })
    let checks = 0
    await runProductJob(platform(), id, () => checks++ === 1)
    await call('POST', `/jobs/${id}/cancel`)
    const { body } = await undo(id)
    expect(body.rows.total).toBe(100)
    // A job that is being undone can't be retried.
    expect(await call('POST', `/jobs/${id}/retry`)).toMatchObject({
      status: 409,
      body: { detail: "This job was undone, so it can't be retried. Start a new one." },
    })
    await run(body.id)
    const { page } = (await call('GET', '/colors?filter[family][eq]=shore')).body
    expect(page.total).toBe(0)
  })

  test('rejects secrets, which the job would store, and values that break a rule', async () => {
    const locks = defineResource({
      name: 'locks',
      title: { one: 'lock', many: 'locks' },
      about: 'What has a secret.',
      permission: 'Colors',
      fields: { name: text('Name', { max: 4 }), password: secret('Password', { max: 80 }) },
      list: { columns: ['name'], search: ['name'] },
    })
    const lockModule = { ...locks, hooks: {}, readExtension: null, dependents: [] }
    const start = (values: object) =>
      startUpdateJob(lockModule, {} as never, { title: 'Change', values, records: [] })
    await expect(start({ password: 'hunter2' })).rejects.toMatchObject({
      problem: {
        status: 422,
        fields: { password: 'You can change this secret in only one record at a time.' },
      },
    })
    await expect(start({ name: 'too long' })).rejects.toMatchObject({ problem: { status: 422 } })
  })

  test('rejects an undo of a job that changed nothing or stored no earlier values', async () => {
    const color = await createColor({ family: 'sea' })
    const id = await startChange([color], { family: 'sea' })
    await run(id)
    expect((await read(id)).undoUntil).toBeNull()
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: "This job changed nothing, so there's nothing to undo." },
    })
    const { id: checks } = (await call('POST', '/stores/checks')).body
    await sql`update job_rows set outcome = 'done' where job_id = ${checks}`.execute(db())
    await createStore(call)
    await run(checks)
    expect(await undo(checks)).toMatchObject({
      status: 409,
      body: { detail: "This kind of job doesn't save earlier values, so it can't be undone." },
    })
  })

  test('rejects an undo after 30 days or by another account', async () => {
    const id = await startChange([await createColor()], { family: 'sea' })
    await run(id)
    const other = await openSession(platform(), await platform().addAccount(['Colors']))
    expect((await other('POST', `/jobs/${id}/undo`)).status).toBe(404)
    await sql`update jobs set ended_at = ended_at - interval '30 days 1 minute' where id = ${id}`.execute(
      db(),
    )
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: "This job finished more than 30 days ago, so it can't be undone anymore." },
    })
    const recentJob = await startChange([await createColor()], { family: 'sea' })
    await run(recentJob)
    await purgeUndoData(platform().platform)
    const rowsWithUndoData = await sql<{ jobId: number }>`
      select job_id from job_rows where before is not null and job_id in (${id}, ${recentJob})`.execute(
      db(),
    )
    expect(rowsWithUndoData.rows).toEqual([{ jobId: recentJob }])
    expect((await read(id)).undoUntil).toBeNull()
    expect((await undo(recentJob)).status).toBe(202)
  })

  test('permissions and store limits are checked when each row runs, on a retry too', async () => {
    const [assigned, removed] = [await createStore(call), await createStore(call)]
    const account = await platform().addAccount(
      ['storesRead', 'storesRead:write'],
      [assigned.id, removed.id],
    )
    const callAsAccount = await openSession(platform(), account)
    const start = () =>
      createUpdateJob(platform(), 'stores', [assigned, removed], { notes: 'Seen' }, account)
    const [id, secondJob] = [await start(), await start()]
    const { id: checks } = (await callAsAccount('POST', '/stores/checks')).body
    await run(checks)
    await sql`update job_rows set outcome = 'failed' where job_id = ${checks}`.execute(db())
    await sql`update users set store_ids = array_remove(store_ids, ${removed.id})
      where id = ${account.id}`.execute(db())
    await run(id)
    const notFound = "This store doesn't exist, or it was deleted."
    expect(await loadOutcomes(id)).toEqual([
      [assigned.name, 'done', null],
      [removed.name, 'refused', notFound],
    ])
    expect((await callAsAccount('POST', `/jobs/${checks}/retry`)).status).toBe(200)
    await run(checks)
    expect(await loadOutcomes(checks)).toMatchObject([
      [assigned.name, 'unchanged', expect.any(String)],
      [removed.name, 'refused', notFound],
    ])
    await sql`update user_groups set permissions = '{storesRead,storesRead:read}'
      where id in (select unnest(group_ids) from users where id = ${account.id})`.execute(db())
    await run(secondJob)
    const sentence = `${account.email} no longer has the permission storesRead:write.`
    expect(await loadOutcomes(secondJob)).toEqual([
      [assigned.name, 'refused', sentence],
      [removed.name, 'refused', sentence],
    ])
    expect((await loadStore(call, removed.id)).notes).toBeNull()
    expect((await callAsAccount('POST', `/jobs/${id}/undo`)).status).toBe(403)
  })

  test('undoing a deletion skips a record whose hook rejects it and restores the others of its batch', async () => {
    const [rejectedColor, other] = await createColors(2)
    for (const { id } of [rejectedColor, other]) await call('DELETE', `/colors/${id}`)
    const colors = getResourceModule('colors')
    if (!colors) throw new Error('There are no colors')
    const rejectFirst = async (_work: unknown, [record]: { id: number }[]) => {
      if (record?.id === rejectedColor.id)
        throw new HttpError(409, 'wrong_state', 'Something is in its way.')
    }
    const kind = createDeleteJob({ ...colors, hooks: { afterWrite: rejectFirst } })
    const caller = await findActiveOperator(db(), platform().operator.id)
    if (!caller) throw new Error('The operator is gone')
    const rows = [rejectedColor, other].map(({ id, name }, at) => ({
      id: at,
      targetId: id,
      label: name,
      input: { version: 1 },
    }))
    const results = await db()
      .transaction()
      .execute(async (trx) => {
        const now = platform().platform.now().toISOString()
        const audit = createAuditor(trx, {
          asked: { id: 'test', ip: '' },
          now,
          actor: caller.email,
        })
        const job = { id: 1, input: null }
        return kind.batch?.undo(
          { platform: platform().platform, trx, caller, now, audit, job },
          rows,
        )
      })
    expect(results).toEqual([
      { outcome: 'refused', sentence: 'Something is in its way.' },
      { outcome: 'done', sentence: null },
    ])
    expect((await call('GET', `/colors/${rejectedColor.id}`)).status).toBe(404)
    expect((await call('GET', `/colors/${other.id}`)).status).toBe(200)
  })

  test('a job changes nothing for an account that was suspended', async () => {
    const color = await createColor({ family: 'sky' })
    const account = await platform().addAccount(['Colors', 'Colors:write'])
    const id = await createUpdateJob(platform(), 'colors', [color], { family: 'sea' }, account)
    await sql`update users set status = 'suspended' where id = ${account.id}`.execute(db())
    await run(id)
    expect(await loadOutcomes(id)).toEqual([
      [color.name, 'refused', `${account.email}'s account is suspended.`],
    ])
    expect(await loadColor(color)).toMatchObject({ family: 'sky', version: 1 })
  })
})
