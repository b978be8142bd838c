import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { secret, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { findAccount } from '#server/platform/core/auth/tokens.ts'
import { createResourceModules } from '#server/platform/areas/index.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { createDeleteJob } from '#server/platform/core/bulk/deleteJob.ts'
import { startUpdateJob } from '#server/platform/core/bulk/updateJob.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { purgeUndoData } from '#server/platform/core/jobs/undoJob.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob, startChanging } from '#tests/api/support/changingJob.ts'
import { usually, usePlatform } from '#tests/api/support/databases.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { newStore, storeNow } from '#tests/api/support/stores.ts'

describe.each(usually('PGlite'))('jobs that change many records on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const newColor = async (values: Record<string, unknown> = {}) => {
    const code = randomUUID().slice(0, 12)
    const body = { name: 'Blue', code, hex: '#0000ff', active: true, ...values }
    return (await call('POST', '/colors', { body })).body
  }
  const newColors = async (count: number) => {
    const records = Array.from({ length: count }, () => ({
      name: 'Blue',
      code: randomUUID().slice(0, 12),
      hex: '#0000ff',
      active: true,
    }))
    return (await call('POST', '/colors/many', { body: { records } })).body.data
  }
  const colorNow = async ({ id }: { id: number }) => (await call('GET', `/colors/${id}`)).body
  const change = (
    records: Parameters<typeof startChanging>[2],
    values: Record<string, unknown>,
    resource = 'colors',
  ) => startChanging(platform(), resource, records, values)
  const run = (id: number) => runProductJob(platform(), id)
  const read = async (id: number) => (await call('GET', `/jobs/${id}`)).body
  const undo = (id: number) => call('POST', `/jobs/${id}/undo`)
  const outcomes = (id: number) => outcomesOf(db(), id)
  const patch = ({ id, version }: { id: number; version: number }, body: object) =>
    call('PATCH', `/colors/${id}`, { body, ifMatch: version })

  test('change each with its own entry in the log, and put all of them back', async () => {
    const before = [await newColor({ family: 'sky' }), await newColor(), await newColor()]
    const same = await newColor({ family: 'sea' })
    const id = await change([...before, same], { family: 'sea' })
    await run(id)
    expect(await outcomes(id)).toEqual([
      ...before.map(({ name }) => [name, 'done', null]),
      [same.name, 'unchanged', 'Nothing to change.'],
    ])
    expect(await colorNow(before[0])).toMatchObject({ family: 'sea', version: 2 })
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
      expect(await colorNow(color)).toMatchObject({ family: at === 0 ? 'sky' : null, version: 3 })
    // The last one first.
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

  test('refuse one by one what was changed since it was shown, or breaks a rule', async () => {
    const [changed, gone, free] = [await newColor(), await newColor(), await newColor()]
    const taken = await newColor()
    await patch(changed, { name: 'Sky' })
    await call('DELETE', `/colors/${gone.id}`)
    const id = await change([changed, gone, free, taken], { code: taken.code.toLowerCase() })
    await run(id)
    expect(await outcomes(id)).toEqual([
      [
        'Blue',
        'refused',
        expect.stringMatching(/^.+ changed this record in the meantime. Its version is now 2\.$/),
      ],
      ['Blue', 'refused', "This color doesn't exist, or it was deleted."],
      ['Blue', 'refused', expect.stringContaining('Code')],
      ['Blue', 'unchanged', 'Nothing to change.'],
    ])
    const store = await newStore(call)
    const led = await change([store], { organisationId: 999_999 }, 'stores')
    await run(led)
    expect(await outcomes(led)).toMatchObject([[store.name, 'refused', expect.any(String)]])
    expect((await storeNow(call, store.id)).version).toBe(store.version)
  })

  test('put back what nobody changed since, and say what they could not', async () => {
    const [changed, other, gone] = [await newColor(), await newColor(), await newColor()]
    const id = await change([changed, other, gone], { family: 'sea', active: false })
    await run(id)
    await patch(await colorNow(changed), { family: 'ink' })
    await patch(await colorNow(other), { name: 'Deep blue' })
    await call('DELETE', `/colors/${gone.id}`)
    const { body } = await undo(id)
    await run(body.id)
    expect(await outcomes(body.id)).toEqual([
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
    expect(await colorNow(changed)).toMatchObject({ family: 'ink', active: false })
    expect(await colorNow(other)).toMatchObject({ name: 'Deep blue', family: null, active: true })
  })

  test('that could put nothing back are not undone: once nothing stands against it, the same undo does', async () => {
    const colors = [await newColor(), await newColor()]
    const id = await change(colors, { family: 'sea' })
    await run(id)
    const again = await change([await colorNow(colors[0]), await colorNow(colors[1])], {
      family: 'ink',
    })
    await run(again)
    const first = (await undo(id)).body
    await run(first.id)
    expect(await read(first.id)).toMatchObject({ rows: { done: 0, refused: 2 } })
    const before = await read(id)
    expect(before).toMatchObject({ undoneBy: first.id, undone: 'nothing' })
    expect(before.undoUntil).toEqual(expect.any(String))
    expect((await call('GET', '/jobs?limit=3')).body.data).toContainEqual(before)

    await run((await undo(again)).body.id)
    expect(await undo(id)).toMatchObject({
      status: 202,
      body: { id: first.id, status: 'waiting', rows: { waiting: 2, total: 2 } },
    })
    expect(await undo(id)).toMatchObject({ status: 409 })
    await run(first.id)
    expect(await read(id)).toMatchObject({ undoneBy: first.id, undone: 'all', undoUntil: null })
    expect(await colorNow(colors[0])).toMatchObject({ family: null })
  })

  test('that were cancelled put back the rows that were done', async () => {
    // More than are changed in one go.
    const colors = await newColors(110)
    const id = await change(colors, { family: 'shore' })
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: 'This job is still running. Cancel it, or wait until it finishes.' },
    })
    let looked = 0
    await runProductJob(platform(), id, () => looked++ === 1)
    await call('POST', `/jobs/${id}/cancel`)
    const { body } = await undo(id)
    expect(body.rows.total).toBe(100)
    // What is being taken back is not gone on with.
    expect(await call('POST', `/jobs/${id}/retry`)).toMatchObject({
      status: 409,
      body: { detail: "This job was undone, so it can't be retried. Start a new one." },
    })
    await run(body.id)
    const { page } = (await call('GET', '/colors?filter[family][eq]=shore')).body
    expect(page.total).toBe(0)
  })

  test('take no secrets, which they would keep, and no values that break a rule', async () => {
    const locks = defineResource({
      name: 'locks',
      title: { one: 'lock', many: 'locks' },
      about: 'What has a secret.',
      permission: 'Colors',
      fields: { name: text('Name', { max: 4 }), password: secret('Password', { max: 80 }) },
      columns: ['name'],
      search: ['name'],
    })
    const kept = { ...locks, hooks: null, dependents: [] }
    const start = (values: object) =>
      startUpdateJob(kept, {} as never, { title: 'Change', values, records: [] })
    await expect(start({ password: 'hunter2' })).rejects.toMatchObject({
      problem: {
        status: 422,
        fields: { password: 'You can change this secret in only one record at a time.' },
      },
    })
    await expect(start({ name: 'too long' })).rejects.toMatchObject({ problem: { status: 422 } })
  })

  test('that changed nothing, or keep nothing, are not undone', async () => {
    const color = await newColor({ family: 'sea' })
    const id = await change([color], { family: 'sea' })
    await run(id)
    expect((await read(id)).undoUntil).toBeNull()
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: 'This job changed nothing, so there is nothing to undo.' },
    })
    const { id: checks } = (await call('POST', '/stores/checks')).body
    await sql`update job_rows set outcome = 'done' where job_id = ${checks}`.execute(db())
    await newStore(call)
    await run(checks)
    expect(await undo(checks)).toMatchObject({
      status: 409,
      body: { detail: "This kind of job doesn't save earlier values, so it can't be undone." },
    })
  })

  test('are not undone after 30 days, or by another account', async () => {
    const id = await change([await newColor()], { family: 'sea' })
    await run(id)
    const other = await signedIn(platform(), await platform().addAccount(['Colors']))
    expect((await other('POST', `/jobs/${id}/undo`)).status).toBe(404)
    await sql`update jobs set ended_at = ended_at - interval '30 days 1 minute' where id = ${id}`.execute(
      db(),
    )
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { detail: "This job finished more than 30 days ago, so it can't be undone anymore." },
    })
    const young = await change([await newColor()], { family: 'sea' })
    await run(young)
    await purgeUndoData(platform().platform)
    const kept = await sql<{ jobId: number }>`
      select job_id from job_rows where before is not null and job_id in (${id}, ${young})`.execute(
      db(),
    )
    expect(kept.rows).toEqual([{ jobId: young }])
    expect((await read(id)).undoUntil).toBeNull()
    expect((await undo(young)).status).toBe(202)
  })

  test('look at rights and stores as each row runs, when they are run again too', async () => {
    const [own, lost] = [await newStore(call), await newStore(call)]
    const account = await platform().addAccount(
      ['storesRead', 'storesRead:write'],
      [own.id, lost.id],
    )
    const theirs = await signedIn(platform(), account)
    const start = () => startChanging(platform(), 'stores', [own, lost], { notes: 'Seen' }, account)
    const [id, again] = [await start(), await start()]
    const { id: checks } = (await theirs('POST', '/stores/checks')).body
    await run(checks)
    await sql`update job_rows set outcome = 'failed' where job_id = ${checks}`.execute(db())
    await sql`update users set store_ids = array_remove(store_ids, ${lost.id})
      where id = ${account.id}`.execute(db())
    await run(id)
    const none = "This store doesn't exist, or it was deleted."
    expect(await outcomes(id)).toEqual([
      [own.name, 'done', null],
      [lost.name, 'refused', none],
    ])
    expect((await theirs('POST', `/jobs/${checks}/retry`)).status).toBe(200)
    await run(checks)
    expect(await outcomes(checks)).toMatchObject([
      [own.name, 'unchanged', expect.any(String)],
      [lost.name, 'refused', none],
    ])
    await sql`update user_groups set permissions = '{storesRead,storesRead:read}'
      where id in (select unnest(group_ids) from users where id = ${account.id})`.execute(db())
    await run(again)
    const sentence = `${account.email} no longer has the permission storesRead:write.`
    expect(await outcomes(again)).toEqual([
      [own.name, 'refused', sentence],
      [lost.name, 'refused', sentence],
    ])
    expect((await storeNow(call, lost.id)).notes).toBeNull()
    expect((await theirs('POST', `/jobs/${id}/undo`)).status).toBe(403)
  })

  test('that deleted put back none whose consequence refuses, and nothing of it, in one go with others', async () => {
    const [refused, other] = await newColors(2)
    for (const { id } of [refused, other]) await call('DELETE', `/colors/${id}`)
    const colors = createResourceModules(resources).find(({ name }) => name === 'colors')
    if (!colors) throw new Error('There are no colors')
    const settle = async (_work: unknown, [record]: { id: number }[]) => {
      if (record?.id === refused.id)
        throw new HttpError(409, 'wrong_state', 'Something is in its way.')
    }
    const kind = createDeleteJob({ ...colors, hooks: { afterWrite: settle } })
    const caller = await findAccount(db(), platform().operator.id)
    if (!caller) throw new Error('The operator is gone')
    const rows = [refused, other].map(({ id, name }, at) => ({
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
    expect((await call('GET', `/colors/${refused.id}`)).status).toBe(404)
    expect((await call('GET', `/colors/${other.id}`)).status).toBe(200)
  })

  test('do nothing for an account that was suspended since', async () => {
    const color = await newColor({ family: 'sky' })
    const account = await platform().addAccount(['Colors', 'Colors:write'])
    const id = await startChanging(platform(), 'colors', [color], { family: 'sea' }, account)
    await sql`update users set status = 'suspended' where id = ${account.id}`.execute(db())
    await run(id)
    expect(await outcomes(id)).toEqual([
      [color.name, 'refused', `${account.email}'s account is suspended.`],
    ])
    expect(await colorNow(color)).toMatchObject({ family: 'sky', version: 1 })
  })
})
