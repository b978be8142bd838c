import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Caller as Writer } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { RequestContext } from '#server/platform/core/http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { purgeIdempotencyKeys, performWrite } from '#server/platform/core/http/performWrite.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, shareOf, usePlatform } from '#tests/api/support/databases.ts'
import { insertReferred, insertRows, sampleValues, writable } from '#tests/api/support/records.ts'

const day = 24 * 60 * 60_000

describe.each(databases)('writes on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })

  describe.each(shareOf(database, writable))('of $name', (resource) => {
    const path = `/${resource.name}`
    beforeAll(() => insertReferred(platform(), resource))
    const total = async () => (await call('GET', path)).body.page.total

    test('a repeated write answers as before and is not done again', async () => {
      const [key, body] = [randomUUID(), sampleValues(resource)]
      const before = await total()
      const first = await call('POST', path, { body, key })
      const again = await call('POST', path, { body, key })
      expect(first.status).toBe(201)
      expect([again.status, again.body]).toEqual([first.status, first.body])
      expect(again.headers.get('etag')).toBe('"1"')
      expect(await total()).toBe(before + 1)
    })

    test('ten equal writes at once are done once, and all learn the same', async () => {
      const [key, body] = [randomUUID(), sampleValues(resource)]
      const before = await total()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => call('POST', path, { body, key })),
      )
      for (const answer of answers)
        expect([answer.status, answer.body]).toEqual([201, answers[0]?.body])
      expect(await total()).toBe(before + 1)
    })

    test('a change and a delete may be repeated as well', async () => {
      const { body: record } = await call('POST', path, { body: sampleValues(resource) })
      const change = { body: { [resource.label]: 'Changed' }, ifMatch: 1, key: randomUUID() }
      const changed = await call('PATCH', `${path}/${record.id}`, change)
      expect(changed.status).toBe(200)
      expect((await call('PATCH', `${path}/${record.id}`, change)).body).toEqual(changed.body)
      const removal = { ifMatch: 2, key: randomUUID() }
      expect((await call('DELETE', `${path}/${record.id}`, removal)).status).toBe(204)
      expect((await call('DELETE', `${path}/${record.id}`, removal)).status).toBe(204)
    })

    test('a key of another request is refused', async () => {
      const [key, body] = [randomUUID(), sampleValues(resource)]
      const { id } = (await call('POST', path, { body, key })).body
      const reused = { status: 422, body: { code: 'key_reused' } }
      const other = sampleValues(resource)
      expect(await call('POST', path, { body: other, key })).toMatchObject(reused)
      expect(await call('POST', `${path}/many`, { body, key })).toMatchObject(reused)
      expect(await call('DELETE', `${path}/${id}`, { key })).toMatchObject(reused)
    })

    test('a key with another version is another request', async () => {
      const { body: record } = await call('POST', path, { body: sampleValues(resource) })
      const address = `${path}/${record.id}`
      const change = { body: { [resource.label]: 'Changed' }, key: randomUUID() }
      expect((await call('PATCH', address, { ...change, ifMatch: 1 })).status).toBe(200)
      const reused = { status: 422, body: { code: 'key_reused' } }
      expect(await call('PATCH', address, { ...change, ifMatch: 2 })).toMatchObject(reused)
      const removal = { key: randomUUID() }
      expect((await call('DELETE', address, { ...removal, ifMatch: 2 })).status).toBe(204)
      expect(await call('DELETE', address, { ...removal, ifMatch: 1 })).toMatchObject(reused)
      expect(await call('DELETE', address, removal)).toMatchObject(reused)
    })

    test('a refused write may be corrected and sent with the same key', async () => {
      const key = randomUUID()
      expect((await call('POST', path, { body: {}, key })).status).toBe(422)
      const body = sampleValues(resource)
      expect((await call('POST', path, { body, key })).status).toBe(201)
    })

    test('a key counts for its own user alone', async () => {
      const account = await platform().addAccount([resource.permission])
      const other = await signedIn(platform(), account)
      const key = randomUUID()
      const writes = [call, other].map((as) => {
        const body = sampleValues(resource)
        return () => as('POST', path, { body, key })
      })
      const made: unknown[] = []
      for (const write of writes) made.push((await write()).body.id)
      expect(new Set(made).size).toBe(2)
      for (const [at, write] of writes.entries())
        expect(await write()).toMatchObject({ status: 201, body: { id: made[at] } })
    })

    test('a key is forgotten after a day', async () => {
      const { advance, platform: running } = platform()
      const key = randomUUID()
      const send = async () =>
        (await signedIn(platform()))('POST', path, { body: sampleValues(resource), key })
      expect((await send()).status).toBe(201)
      advance(day - 60_000)
      expect((await send()).status).toBe(422)
      advance(120_000)
      expect((await send()).status).toBe(201)

      const keys = () => running.db.selectFrom('idempotencyKeys').select('createdAt').execute()
      expect((await keys()).length).toBeGreaterThan(1)
      await purgeIdempotencyKeys(running)
      expect(await keys()).toHaveLength(1)
      call = await signedIn(platform())
    })

    test.each(['', 'x'.repeat(256), 'two words'])('the key "%s" is a bad request', async (key) => {
      const answer = await call('POST', path, { body: sampleValues(resource), key })
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    })

    test('every change leaves an audit row that tells who, where and what', async () => {
      const ids = ['one', 'two', 'three'].map((name) => `${name}-${randomUUID()}`)
      const headers = (id = '') => ({ 'x-request-id': id, 'x-forwarded-for': '203.0.113.7' })
      const values = sampleValues(resource)
      const { body } = await call('POST', path, { body: values, headers: headers(ids[0]) })
      const name = String(body[resource.label])
      await call('PATCH', `${path}/${body.id}`, {
        body: { [resource.label]: 'Renamed' },
        ifMatch: 1,
        headers: headers(ids[1]),
      })
      await call('DELETE', `${path}/${body.id}`, { headers: headers(ids[2]) })

      const { data } = (await call('GET', '/audit?limit=3')).body
      const { email } = platform().operator
      const row = (requestId: string | undefined, event: string, label: string) => ({
        id: expect.any(Number),
        time: expect.any(String),
        actor: email,
        event: `${resource.name}.${event}`,
        targetType: resource.name,
        targetId: body.id,
        label,
        requestId,
        ip: '203.0.113.7',
        changes: expect.any(Object),
      })
      expect(data).toEqual([
        row(ids[2], 'deleted', 'Renamed'),
        row(ids[1], 'updated', 'Renamed'),
        row(ids[0], 'created', name),
      ])
      expect(data[2].changes[resource.label]).toEqual({ after: name })
      expect(data[1].changes).toEqual({ [resource.label]: { before: name, after: 'Renamed' } })
      expect(data[0].changes[resource.label]).toEqual({ before: 'Renamed' })
    })

    test('a write that is refused leaves no audit row, and a repeated one no second', async () => {
      const newest = async () => (await call('GET', '/audit?limit=1')).body.data[0].id
      const key = randomUUID()
      const body = sampleValues(resource)
      await call('POST', path, { body, key })
      const before = await newest()
      await call('POST', path, { body, key })
      // Where nothing is unique, an equal record is no wrong one.
      const refused = resource.unique.length > 0 ? body : { ...body, [resource.label]: null }
      for (const wrong of [refused, {}])
        expect((await call('POST', path, { body: wrong })).status).toBe(422)
      expect(await newest()).toBe(before)
    })

    test('a change whose audit row cannot be written is not made', async () => {
      const { db } = platform().platform
      const before = await total()
      await sql`alter table audit rename to audit_away`.execute(db)
      const answer = await call('POST', path, { body: sampleValues(resource) })
      await sql`alter table audit_away rename to audit`.execute(db)
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } })
      expect(Object.keys(answer.body).sort()).toEqual([
        'code',
        'detail',
        'requestId',
        'status',
        'title',
      ])
      expect(await total()).toBe(before)
    })
  })

  test('the audit log is read newest first, page by page', async () => {
    const first = (await call('GET', '/audit?limit=3')).body
    const second = (await call('GET', `/audit?limit=3&after=${first.page.next}`)).body
    const ids = [...first.data, ...second.data].map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(6)
    const back = (await call('GET', `/audit?limit=3&after=${second.page.previous}`)).body
    expect(back.data).toEqual(first.data)
    for (const query of ['limit=0', 'limit=x', 'sort=time', 'after=1'])
      expect((await call('GET', `/audit?${query}`)).status).toBe(400)
  })
})

describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'writes at the same time on $name',
  (database) => {
    const platform = usePlatform(database)
    const [resource] = writable as [Resource, ...Resource[]]

    test('a write whose key is held for long is told to come again, and works then', async () => {
      const call = await signedIn(platform())
      const { db } = platform().platform
      const [key, body] = [randomUUID(), sampleValues(resource)]
      await call('POST', `/${resource.name}`, { body, key })
      const held = await db.transaction().execute(async (trx) => {
        await sql`update idempotency_keys set answer = answer`.execute(trx)
        return call('POST', `/${resource.name}`, { body, key })
      })
      expect(held).toMatchObject({ status: 409, body: { code: 'in_progress' } })
      expect(held.headers.get('retry-after')).toBe('1')
      expect((await call('POST', `/${resource.name}`, { body, key })).status).toBe(201)
    })

    test('a record that is held for long is told to be busy', async () => {
      const call = await signedIn(platform())
      const { db } = platform().platform
      const { body } = await call('POST', `/${resource.name}`, { body: sampleValues(resource) })
      const held = await db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(resource.name)}`.execute(trx)
        return call('DELETE', `/${resource.name}/${body.id}`)
      })
      expect(held).toMatchObject({ status: 503, body: { code: 'busy' } })
      expect(held.headers.get('retry-after')).toBe('1')
    })

    test('a write that the database ends, since two wait for each other, is done again', async () => {
      const running = platform().platform
      const rows = [sampleValues(resource), sampleValues(resource)]
      const [one, other] = await insertRows(platform(), resource, rows)
      const hold = (trx: Connection, record: AnyRecord | undefined) =>
        sql`select 1 from ${sql.table(resource.name)} where id = ${record?.id} for update`.execute(
          trx,
        )
      const { promise: holdsOne, resolve } = Promise.withResolvers<void>()
      const asked = { method: 'POST', target: '/', rawBody: Buffer.alloc(0) } as ApiRequest // No key: nothing else is read.
      const caller = { id: 1, email: 'test@example.com' } as Writer // Nothing else is read.
      let attempts = 0
      const work = async ({ trx }: RequestContext) => {
        attempts += 1
        await hold(trx, one)
        resolve()
        await hold(trx, other)
        return { status: 204 }
      }
      const written = await running.db.transaction().execute(async (trx) => {
        // Whoever looks for a circle first is the one to end.
        await sql`set local deadlock_timeout = '60s'`.execute(trx)
        await hold(trx, other)
        const writing = performWrite(work, asked, running, caller)
        await holdsOne
        await hold(trx, one)
        return { writing }
      })
      expect(await written.writing).toEqual({ status: 204 })
      expect(attempts).toBe(2)
    })
  },
)
