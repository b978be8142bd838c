import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usually, usePlatform } from '#tests/api/support/databases.ts'

describe.each(usually('PGlite'))('merging on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const listed = async (path: string): Promise<AnyRecord[]> => (await call('GET', path)).body.data
  const color = async (code: string) => {
    const [found] = await listed(`/colors?search=${code}`)
    if (!found) throw new Error(`There is no color ${code}`)
    return found
  }
  const merge = (from: AnyRecord, into: number, more = {}) =>
    call('POST', `/colors/${from.id}/merge`, { body: { into }, ...more })
  const run = async (started: { body: { id: number } }) => {
    await runProductJob(platform(), started.body.id)
    return (await call('GET', `/jobs/${started.body.id}`)).body
  }
  const productsOf = async ({ id }: AnyRecord) =>
    (await listed(`/products?filter[colorIds][eq]=${id}&limit=100`)).map((one) => one.id)
  const undo = async (id: number) => run(await call('POST', `/jobs/${id}/undo`, {}))

  test('what refers to the one refers to the other, each once; the one is gone, and comes back by undo', async () => {
    const [navy, midnight] = [await color('NVY'), await color('MID')]
    const before = await listed('/products?limit=100&sort=createdAt')
    const both = [await productsOf(navy), await productsOf(midnight)]
    expect(both[1]?.length).toBeGreaterThan(0)
    const job = await run(await merge(midnight, navy.id))
    expect(job).toMatchObject({
      title: 'Merge Midnight into Navy',
      status: 'done',
      rows: { done: (both[1]?.length ?? 0) + 1, refused: 0, failed: 0 },
    })
    expect((await call('GET', `/colors/${midnight.id}`)).status).toBe(404)
    expect((await productsOf(navy)).toSorted()).toEqual([...new Set(both.flat())].toSorted())

    expect(await undo(job.id)).toMatchObject({ rows: { refused: 0, failed: 0 } })
    const again = await color('MID')
    expect({ ...again, version: 0, updatedAt: '' }).toEqual({
      ...midnight,
      version: 0,
      updatedAt: '',
    })
    const colors = (records: AnyRecord[]) =>
      Object.fromEntries(records.map(({ id, colorIds }) => [id, colorIds]))
    expect(colors(await listed('/products?limit=100&sort=createdAt'))).toEqual(colors(before))
  })

  test('who uses the one while it is merged keeps it, and merging again goes on', async () => {
    const [grey, melange] = [await color('HGR'), await color('GRM')]
    const started = await merge(melange, grey.id)
    const { db } = platform().platform
    const late = await sql<{ id: number }>`insert into products
      (name, code, store_id, size_ids, color_ids, value_ids, active, created_at, created_by, updated_at, updated_by)
      select 'Late', 'LATE', store_id, '{}', array[${melange.id}]::int[], '{}', true, now(), 't', now(), 't'
      from products limit 1 returning id`.execute(db)
    const job = await run(started)
    expect(job.rows).toMatchObject({ refused: 1, failed: 0 })
    const refused = await listed(`/jobs/${job.id}/rows?outcome=refused`)
    expect(refused[0]?.['sentence']).toContain('still in use')
    expect((await call('GET', `/colors/${melange.id}`)).status).toBe(200)
    expect((await run(await merge(melange, grey.id))).rows).toMatchObject({ refused: 0, failed: 0 })
    expect(await productsOf(grey)).toContain(late.rows[0]?.id)
  })

  test('a product that somebody changed since is left alone by undo, and says why', async () => {
    const [black, jet] = [await color('BLK'), await color('JET')]
    const [first] = await productsOf(jet)
    const job = await run(await merge(jet, black.id))
    await sql`update products set color_ids = '{}' where id = ${first}`.execute(
      platform().platform.db,
    )
    const undone = await undo(job.id)
    expect(undone.rows).toMatchObject({ refused: 1, failed: 0 })
    const [row] = await listed(`/jobs/${undone.id}/rows?outcome=refused`)
    expect(row).toMatchObject({
      targetId: first,
      sentence: expect.stringContaining('changed this record in the meantime'),
    })
    expect((await color('JET')).id).toBe(jet.id)
  })

  test.each([
    ['itself', ({ id }: AnyRecord) => id, /A record can't be merged into itself/],
    ['nothing', () => 999_999, /doesn't exist/],
  ])('a record is not merged into %s', async (_, into, why) => {
    const navy = await color('NVY')
    const { status, body } = await merge(navy, into(navy))
    expect(status).toBe(422)
    expect(body.fields.into).toMatch(why)
  })

  test('an older version, a body that names none and a record that is not there are refused', async () => {
    const [navy, sky] = [await color('NVY'), await color('SKY')]
    expect((await merge(navy, sky.id, { ifMatch: 999 })).status).toBe(409)
    expect((await call('POST', `/colors/${navy.id}/merge`, { body: {} })).status).toBe(400)
    const nobody = { ...navy, id: 999_999 }
    expect((await merge(nobody, sky.id)).status).toBe(404)
    expect((await call('GET', `/colors/${navy.id}`)).status).toBe(200)
  })

  test('merging takes the right to write as well as the one to delete, since it rewrites what refers', async () => {
    const one = await color('SKY')
    const deletes = await signedIn(
      platform(),
      await platform().addAccount(['Colors', 'Colors:read', 'Colors:delete']),
    )
    const answer = await deletes('POST', `/colors/${one.id}/merge`, { body: { into: one.id + 1 } })
    expect(answer).toMatchObject({ status: 403, body: { permission: 'Colors:write' } })
  })

  test('an account for some stores does not merge what others use', async () => {
    const [sage, forest] = [await color('SGE'), await color('FST')]
    const [{ storeId } = { storeId: 0 }] = await listed(`/products?filter[colorIds][eq]=${sage.id}`)
    const account = await platform().addAccount(['Colors'], [Number(storeId)])
    const limited = await signedIn(platform(), account)
    const body = { into: forest.id }
    const { status, body: problem } = await limited('POST', `/colors/${sage.id}/merge`, { body })
    expect([status, problem.detail]).toEqual([403, expect.stringContaining("don't manage")])
    expect((await productsOf(sage)).length).toBeGreaterThan(0)
  })

  test('values are merged within their attribute', async () => {
    const [autumn] = await listed('/subAttributes?search=autumn')
    const [fall] = await listed('/subAttributes?search=fall')
    const [cotton] = await listed('/subAttributes?search=cotton')
    const into = (id = 0) =>
      call('POST', `/subAttributes/${fall?.id}/merge`, { body: { into: id } })
    const elsewhere = await into(cotton?.id)
    expect(elsewhere.status).toBe(422)
    expect(elsewhere.body.fields.into).toBe('Choose a record from the same attribute.')
    expect(await run(await into(autumn?.id))).toMatchObject({ rows: { refused: 0, failed: 0 } })
    expect(await listed('/subAttributes?search=fall')).toEqual([])
  })
})
