import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PGlite'))('Merging on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const loadList = async (path: string): Promise<AnyRecord[]> => (await call('GET', path)).body.data
  const findColor = async (code: string) => {
    const [match] = await loadList(`/colors?search=${code}`)
    if (!match) throw new Error(`There is no color ${code}`)
    return match
  }
  const merge = (from: AnyRecord, into: number, more = {}) =>
    call('POST', `/colors/${from.id}/merge`, { body: { into }, ...more })
  const run = async (started: { body: { id: number } }) => {
    await runProductJob(platform(), started.body.id)
    return (await call('GET', `/jobs/${started.body.id}`)).body
  }
  const loadProductIds = async ({ id }: AnyRecord) =>
    (await loadList(`/products?filter[colorIds][eq]=${id}&limit=100`)).map((one) => one.id)
  const undo = async (id: number) => run(await call('POST', `/jobs/${id}/undo`, {}))

  test('a merge moves all references once and deletes the merged record, and an undo reverts it', async () => {
    const [navy, midnight] = [await findColor('NVY'), await findColor('MID')]
    const before = await loadList('/products?limit=100&sort=createdAt')
    const productIds = [await loadProductIds(navy), await loadProductIds(midnight)]
    expect(productIds[1]?.length).toBeGreaterThan(0)
    const job = await run(await merge(midnight, navy.id))
    expect(job).toMatchObject({
      title: 'Merge Midnight into Navy',
      status: 'done',
      rows: { done: (productIds[1]?.length ?? 0) + 1, refused: 0, failed: 0 },
    })
    expect((await call('GET', `/colors/${midnight.id}`)).status).toBe(404)
    expect((await loadProductIds(navy)).toSorted()).toEqual(
      [...new Set(productIds.flat())].toSorted(),
    )

    expect(await undo(job.id)).toMatchObject({ rows: { refused: 0, failed: 0 } })
    const restored = await findColor('MID')
    expect({ ...restored, version: 0, updatedAt: '' }).toEqual({
      ...midnight,
      version: 0,
      updatedAt: '',
    })
    const getColorIds = (records: AnyRecord[]) =>
      Object.fromEntries(records.map(({ id, colorIds }) => [id, colorIds]))
    expect(getColorIds(await loadList('/products?limit=100&sort=createdAt'))).toEqual(
      getColorIds(before),
    )
  })

  test("a record used during the merge isn't deleted, and a second merge continues", async () => {
    const [grey, melange] = [await findColor('HGR'), await findColor('GRM')]
    const started = await merge(melange, grey.id)
    const { db } = platform().platform
    const lateProduct = await sql<{ id: number }>`insert into products
      (name, code, store_id, size_ids, color_ids, value_ids, active, created_at, created_by, updated_at, updated_by)
      select 'Late', 'LATE', store_id, '{}', array[${melange.id}]::int[], '{}', true, now(), 't', now(), 't'
      from products limit 1 returning id`.execute(db)
    const job = await run(started)
    expect(job.rows).toMatchObject({ refused: 1, failed: 0 })
    const rejected = await loadList(`/jobs/${job.id}/rows?outcome=refused`)
    expect(rejected[0]?.['sentence']).toContain('still in use')
    expect((await call('GET', `/colors/${melange.id}`)).status).toBe(200)
    expect((await run(await merge(melange, grey.id))).rows).toMatchObject({ refused: 0, failed: 0 })
    expect(await loadProductIds(grey)).toContain(lateProduct.rows[0]?.id)
  })

  test('the undo skips a product that changed since and says why', async () => {
    const [black, jet] = [await findColor('BLK'), await findColor('JET')]
    const [first] = await loadProductIds(jet)
    const job = await run(await merge(jet, black.id))
    await sql`update products set color_ids = '{}' where id = ${first}`.execute(
      platform().platform.db,
    )
    const undoJob = await undo(job.id)
    expect(undoJob.rows).toMatchObject({ refused: 1, failed: 0 })
    const [row] = await loadList(`/jobs/${undoJob.id}/rows?outcome=refused`)
    expect(row).toMatchObject({
      targetId: first,
      sentence: expect.stringContaining('changed this record in the meantime'),
    })
    expect((await findColor('JET')).id).toBe(jet.id)
  })

  test.each([
    ['itself', ({ id }: AnyRecord) => id, /A record can't be merged into itself/],
    ['a missing record', () => 999_999, /doesn't exist/],
  ])('rejects merging a record into %s', async (_, getTarget, sentence) => {
    const navy = await findColor('NVY')
    const { status, body } = await merge(navy, getTarget(navy))
    expect(status).toBe(422)
    expect(body.fields.into).toMatch(sentence)
  })

  test('rejects an outdated version, a body without a target, and a missing record', async () => {
    const [navy, sky] = [await findColor('NVY'), await findColor('SKY')]
    expect((await merge(navy, sky.id, { ifMatch: 999 })).status).toBe(409)
    expect((await call('POST', `/colors/${navy.id}/merge`, { body: {} })).status).toBe(400)
    const missing = { ...navy, id: 999_999 }
    expect((await merge(missing, sky.id)).status).toBe(404)
    expect((await call('GET', `/colors/${navy.id}`)).status).toBe(200)
  })

  test('merging needs the write permission in addition to delete, since it changes references', async () => {
    const sky = await findColor('SKY')
    const callAsDeleter = await openSession(
      platform(),
      await platform().addAccount(['Colors', 'Colors:read', 'Colors:delete']),
    )
    const answer = await callAsDeleter('POST', `/colors/${sky.id}/merge`, {
      body: { into: sky.id + 1 },
    })
    expect(answer).toMatchObject({ status: 403, body: { permission: 'Colors:write' } })
  })

  test("a limited account can't merge records that other stores use", async () => {
    const [sage, forest] = [await findColor('SGE'), await findColor('FST')]
    const [{ storeId } = { storeId: 0 }] = await loadList(
      `/products?filter[colorIds][eq]=${sage.id}`,
    )
    const account = await platform().addAccount(['Colors'], [Number(storeId)])
    const callAsLimited = await openSession(platform(), account)
    const body = { into: forest.id }
    const { status, body: problem } = await callAsLimited('POST', `/colors/${sage.id}/merge`, {
      body,
    })
    expect([status, problem.detail]).toEqual([403, expect.stringContaining("don't manage")])
    expect((await loadProductIds(sage)).length).toBeGreaterThan(0)
  })

  test('values can be merged only within their attribute', async () => {
    const [autumn] = await loadList('/subAttributes?search=autumn')
    const [fall] = await loadList('/subAttributes?search=fall')
    const [cotton] = await loadList('/subAttributes?search=cotton')
    const mergeFall = (id = 0) =>
      call('POST', `/subAttributes/${fall?.id}/merge`, { body: { into: id } })
    const otherAttribute = await mergeFall(cotton?.id)
    expect(otherAttribute.status).toBe(422)
    expect(otherAttribute.body.fields.into).toBe('Choose a record from the same attribute.')
    expect(await run(await mergeFall(autumn?.id))).toMatchObject({
      rows: { refused: 0, failed: 0 },
    })
    expect(await loadList('/subAttributes?search=fall')).toEqual([])
  })
})
