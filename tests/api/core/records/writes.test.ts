import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Caller as Writer } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { RequestContext } from '#server/platform/core/http/call.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { purgeIdempotencyKeys, performWrite } from '#server/platform/core/http/performWrite.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, getShare, usePlatform } from '#tests/api/support/databases.ts'
import {
  insertReferences,
  insertRows,
  buildSampleValues,
  fullyWritableResources,
} from '#tests/api/support/records.ts'

const dayMs = 24 * 60 * 60_000

describe.each(databases)('Writes on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  describe.each(getShare(database, fullyWritableResources))('$name', (resource) => {
    const path = `/${resource.name}`
    beforeAll(() => insertReferences(platform(), resource))
    const loadTotal = async () => (await call('GET', path)).body.page.total

    test("a repeated write gets the first response and isn't run again", async () => {
      const [key, body] = [randomUUID(), buildSampleValues(resource)]
      const before = await loadTotal()
      const first = await call('POST', path, { body, key })
      const repeated = await call('POST', path, { body, key })
      expect(first.status).toBe(201)
      expect([repeated.status, repeated.body]).toEqual([first.status, first.body])
      expect(repeated.headers.get('etag')).toBe('"1"')
      expect(await loadTotal()).toBe(before + 1)
    })

    test('ten equal simultaneous writes run once and get the same response', async () => {
      const [key, body] = [randomUUID(), buildSampleValues(resource)]
      const before = await loadTotal()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => call('POST', path, { body, key })),
      )
      for (const answer of answers)
        expect([answer.status, answer.body]).toEqual([201, answers[0]?.body])
      expect(await loadTotal()).toBe(before + 1)
    })

    test('a change and a deletion can be repeated too', async () => {
      const { body: record } = await call('POST', path, { body: buildSampleValues(resource) })
      const change = {
        body: { [resource.relations.label]: 'Changed' },
        ifMatch: 1,
        key: randomUUID(),
      }
      const changed = await call('PATCH', `${path}/${record.id}`, change)
      expect(changed.status).toBe(200)
      expect((await call('PATCH', `${path}/${record.id}`, change)).body).toEqual(changed.body)
      const removal = { ifMatch: 2, key: randomUUID() }
      expect((await call('DELETE', `${path}/${record.id}`, removal)).status).toBe(204)
      expect((await call('DELETE', `${path}/${record.id}`, removal)).status).toBe(204)
    })

    test('rejects an idempotency key of another request', async () => {
      const [key, body] = [randomUUID(), buildSampleValues(resource)]
      const { id } = (await call('POST', path, { body, key })).body
      const reused = { status: 422, body: { code: 'key_reused' } }
      const other = buildSampleValues(resource)
      expect(await call('POST', path, { body: other, key })).toMatchObject(reused)
      expect(await call('POST', `${path}/many`, { body, key })).toMatchObject(reused)
      expect(await call('DELETE', `${path}/${id}`, { key })).toMatchObject(reused)
    })

    test('rejects an idempotency key with another version', async () => {
      const { body: record } = await call('POST', path, { body: buildSampleValues(resource) })
      const address = `${path}/${record.id}`
      const change = { body: { [resource.relations.label]: 'Changed' }, key: randomUUID() }
      expect((await call('PATCH', address, { ...change, ifMatch: 1 })).status).toBe(200)
      const reused = { status: 422, body: { code: 'key_reused' } }
      expect(await call('PATCH', address, { ...change, ifMatch: 2 })).toMatchObject(reused)
      const removal = { key: randomUUID() }
      expect((await call('DELETE', address, { ...removal, ifMatch: 2 })).status).toBe(204)
      expect(await call('DELETE', address, { ...removal, ifMatch: 1 })).toMatchObject(reused)
      expect(await call('DELETE', address, removal)).toMatchObject(reused)
    })

    test('a rejected write can be corrected and sent with the same key', async () => {
      const key = randomUUID()
      expect((await call('POST', path, { body: {}, key })).status).toBe(422)
      const body = buildSampleValues(resource)
      expect((await call('POST', path, { body, key })).status).toBe(201)
    })

    test('two users can use the same idempotency key', async () => {
      const account = await platform().addAccount(allPermissions)
      const other = await openSession(platform(), account)
      const key = randomUUID()
      const writes = [call, other].map((callAs) => {
        const body = buildSampleValues(resource)
        return () => callAs('POST', path, { body, key })
      })
      const createdIds: unknown[] = []
      for (const write of writes) createdIds.push((await write()).body.id)
      expect(new Set(createdIds).size).toBe(2)
      for (const [at, write] of writes.entries())
        expect(await write()).toMatchObject({ status: 201, body: { id: createdIds[at] } })
    })

    test('an idempotency key expires after a day', async () => {
      const { advance, platform: running } = platform()
      const key = randomUUID()
      const send = async () =>
        (await openSession(platform()))('POST', path, { body: buildSampleValues(resource), key })
      expect((await send()).status).toBe(201)
      advance(dayMs - 60_000)
      expect((await send()).status).toBe(422)
      advance(120_000)
      expect((await send()).status).toBe(201)

      const loadKeys = () => running.db.selectFrom('idempotencyKeys').select('createdAt').execute()
      expect((await loadKeys()).length).toBeGreaterThan(1)
      await purgeIdempotencyKeys(running)
      expect(await loadKeys()).toHaveLength(1)
      call = await openSession(platform())
    })

    test.each(['', 'x'.repeat(256), 'two words'])(
      'rejects the idempotency key "%s"',
      async (key) => {
        const answer = await call('POST', path, { body: buildSampleValues(resource), key })
        expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
      },
    )

    test('every change is logged with actor, IP address, request ID, and changes', async () => {
      const ids = ['one', 'two', 'three'].map((name) => `${name}-${randomUUID()}`)
      const headers = (id = '') => ({ 'x-request-id': id, 'x-forwarded-for': '203.0.113.7' })
      const values = buildSampleValues(resource)
      const { body } = await call('POST', path, { body: values, headers: headers(ids[0]) })
      const name = String(body[resource.relations.label])
      await call('PATCH', `${path}/${body.id}`, {
        body: { [resource.relations.label]: 'Renamed' },
        ifMatch: 1,
        headers: headers(ids[1]),
      })
      await call('DELETE', `${path}/${body.id}`, { headers: headers(ids[2]) })

      const { data } = (await call('GET', '/audit?limit=3')).body
      const { email } = platform().operator
      const buildEntry = (requestId: string | undefined, event: string, label: string) => ({
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
        buildEntry(ids[2], 'deleted', 'Renamed'),
        buildEntry(ids[1], 'updated', 'Renamed'),
        buildEntry(ids[0], 'created', name),
      ])
      expect(data[2].changes[resource.relations.label]).toEqual({ after: name })
      expect(data[1].changes).toEqual({
        [resource.relations.label]: { before: name, after: 'Renamed' },
      })
      expect(data[0].changes[resource.relations.label]).toEqual({ before: 'Renamed' })
    })

    test("a rejected write isn't logged, and a repeated one isn't logged twice", async () => {
      const loadNewestId = async () => (await call('GET', '/audit?limit=1')).body.data[0].id
      const key = randomUUID()
      const body = buildSampleValues(resource)
      await call('POST', path, { body, key })
      const before = await loadNewestId()
      await call('POST', path, { body, key })
      // Without unique fields an equal record is valid.
      const rejected =
        resource.api.unique.length > 0 ? body : { ...body, [resource.relations.label]: null }
      for (const invalid of [rejected, {}])
        expect((await call('POST', path, { body: invalid })).status).toBe(422)
      expect(await loadNewestId()).toBe(before)
    })

    test("a change isn't saved if its log entry can't be written", async () => {
      const { db } = platform().platform
      const before = await loadTotal()
      await sql`alter table audit rename to audit_away`.execute(db)
      const answer = await call('POST', path, { body: buildSampleValues(resource) })
      await sql`alter table audit_away rename to audit`.execute(db)
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } })
      expect(Object.keys(answer.body).sort()).toEqual([
        'code',
        'detail',
        'requestId',
        'status',
        'title',
      ])
      expect(await loadTotal()).toBe(before)
    })
  })

  test('the audit log is paged, newest first', async () => {
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
  'Simultaneous writes on $name',
  (database) => {
    const platform = usePlatform(database)
    const [resource] = fullyWritableResources as [Resource, ...Resource[]]

    test('a write whose key is locked gets a 409 with Retry-After and succeeds later', async () => {
      const call = await openSession(platform())
      const { db } = platform().platform
      const [key, body] = [randomUUID(), buildSampleValues(resource)]
      await call('POST', `/${resource.name}`, { body, key })
      const response = await db.transaction().execute(async (trx) => {
        await sql`update idempotency_keys set answer = answer`.execute(trx)
        return call('POST', `/${resource.name}`, { body, key })
      })
      expect(response).toMatchObject({ status: 409, body: { code: 'in_progress' } })
      expect(response.headers.get('retry-after')).toBe('1')
      expect((await call('POST', `/${resource.name}`, { body, key })).status).toBe(201)
    })

    test('a locked record gets a 503 with Retry-After', async () => {
      const call = await openSession(platform())
      const { db } = platform().platform
      const { body } = await call('POST', `/${resource.name}`, {
        body: buildSampleValues(resource),
      })
      const response = await db.transaction().execute(async (trx) => {
        await sql`lock table ${sql.table(resource.name)}`.execute(trx)
        return call('DELETE', `/${resource.name}/${body.id}`)
      })
      expect(response).toMatchObject({ status: 503, body: { code: 'busy' } })
      expect(response.headers.get('retry-after')).toBe('1')
    })

    test('a write that the database aborts because of a deadlock is retried', async () => {
      const running = platform().platform
      const rows = [buildSampleValues(resource), buildSampleValues(resource)]
      const [one, other] = await insertRows(platform(), resource, rows)
      const lockRecord = (trx: Connection, record: AnyRecord | undefined) =>
        sql`select 1 from ${sql.table(resource.name)} where id = ${record?.id} for update`.execute(
          trx,
        )
      const { promise: oneIsLocked, resolve } = Promise.withResolvers<void>()
      // Without a key nothing else is read.
      const request = { method: 'POST', target: '/', rawBody: Buffer.alloc(0) } as ApiRequest
      const caller = { id: 1, email: 'test@example.com' } as Writer // Nothing else is read.
      let attempts = 0
      const work = async ({ trx }: RequestContext) => {
        attempts += 1
        await lockRecord(trx, one)
        resolve()
        await lockRecord(trx, other)
        return { status: 204 }
      }
      const result = await running.db.transaction().execute(async (trx) => {
        // The transaction that detects the deadlock first is aborted, so this one waits longer.
        await sql`set local deadlock_timeout = '60s'`.execute(trx)
        await lockRecord(trx, other)
        const writing = performWrite(work, request, running, caller)
        await oneIsLocked
        await lockRecord(trx, one)
        return { writing }
      })
      expect(await result.writing).toEqual({ status: 204 })
      expect(attempts).toBe(2)
    })
  },
)
