import { sql } from 'kysely'
import { request } from 'undici'
import { beforeAll, describe, expect, test } from 'vitest'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { apiKeyLimit } from '#server/platform/core/http/apiKeyLimit.ts'
import { buildApiKey, createApiKey } from '#tests/api/support/apiKeys.ts'
import { createCaller, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

const hourMs = 60 * 60_000
const size = {
  name: 'Medium',
  code: 'M',
  group: 'adult',
  measurementUnit: 'cm',
  position: null,
  equivalents: null,
  active: true,
}

describe.each(chooseDatabases('PostgreSQL'))('API keys on $name', (database) => {
  const platform = usePlatform(database)
  let operator: Caller
  beforeAll(async () => {
    operator = await openSession(platform())
  })
  const create = (values: object = {}, owner = operator) => createApiKey(platform(), owner, values)
  const read = async (id: number) => (await operator('GET', `/apiKeys/${id}`)).body
  const addOwner = async (permissions: readonly string[], storeIds: number[] | null = null) => {
    const account = await platform().addAccount(permissions, storeIds)
    return { account, owner: await openSession(platform(), account) }
  }

  test('a key calls the platform with its permissions only', async () => {
    const { call } = await create()
    expect((await call('GET', '/sizes')).status).toBe(200)
    expect((await call('GET', '/colors')).status).toBe(403)
    expect((await call('DELETE', '/sizes/1', { ifMatch: 1 })).status).toBe(403)
  })

  test('only its hash is stored, and its text has a prefix and a checksum', async () => {
    const { id, key } = await create()
    expect(key).toMatch(/^sck_[0-9A-Za-z]{49}$/)
    const { rows } = await sql`select * from api_keys where id = ${id}`.execute(
      platform().platform.db,
    )
    expect(JSON.stringify(rows)).not.toContain(key)
    const changed = key.slice(0, 10) + (key[10] === 'a' ? 'b' : 'a') + key.slice(11)
    expect((await createCaller(platform(), changed)('GET', '/sizes')).status).toBe(401)
  })

  test('the key is in the first response only', async () => {
    const request = { body: buildApiKey(platform()), key: 'create-a-key-once' }
    expect((await operator('POST', '/apiKeys', request)).body.key).toMatch(/^sck_/)
    expect((await operator('POST', '/apiKeys', request)).body.key).toBeNull()
  })

  test("rejects what the owner can't do, what keys can't do, and a late expiration", async () => {
    const { owner } = await addOwner(['Sizes', 'Sizes:read', 'Sizes:write'])
    const attempt = async (values: object) =>
      (await owner('POST', '/apiKeys', { body: buildApiKey(platform(), values) })).body.fields
    expect(await attempt({ permissions: ['Colors:read'] })).toEqual({
      permissions:
        "Select only permissions that you have. You don't have: Colors and training: read.",
    })
    expect(await attempt({ permissions: ['users:write'] })).toEqual({
      permissions: "API keys can't have these permissions: Users: write.",
    })
    expect(await attempt({ permissions: [] })).toHaveProperty('permissions')
    expect(await attempt({ networks: ['10.0.0.0/4'] })).toHaveProperty('networks')
    expect(await attempt({ storeIds: [999_999] })).toHaveProperty('storeIds')
    const in400Days = new Date(platform().platform.now().getTime() + 400 * 24 * hourMs)
    expect(await attempt({ expiresAt: in400Days.toISOString() })).toEqual({
      expiresAt: 'Enter a date within one year from now.',
    })
    expect(await attempt({ expiresAt: '2020-01-01T00:00:00.000Z' })).toEqual({
      expiresAt: 'Enter a date in the future.',
    })
  })

  test('a key loses a permission with its owner, at once', async () => {
    const { account, owner } = await addOwner(['Sizes', 'Colors'])
    const { call } = await create({ permissions: ['Sizes:read', 'Colors:read'] }, owner)
    expect((await call('GET', '/colors')).status).toBe(200)
    await sql`update user_groups set permissions = '{Sizes}' where id = any(
      select unnest(group_ids) from users where id = ${account.id})`.execute(platform().platform.db)
    expect((await call('GET', '/colors')).status).toBe(403)
    expect((await call('GET', '/sizes')).status).toBe(200)
    // The owner's bare key allows everything in the area, but the key only reads.
    expect((await call('POST', '/sizes', { body: size })).status).toBe(403)
  })

  test('a key stops with its owner', async () => {
    const { account, owner } = await addOwner(['Sizes'])
    const { call } = await create({ permissions: ['Sizes:read'] }, owner)
    expect((await call('GET', '/sizes')).status).toBe(200)
    await sql`update users set status = 'suspended' where id = ${account.id}`.execute(
      platform().platform.db,
    )
    const { status, body } = await call('GET', '/sizes')
    expect([status, body.detail]).toEqual([401, expect.stringContaining("its owner can't sign in")])
  })

  test('a key sees only its stores, and only those that its owner still has', async () => {
    const first = await createStore(operator)
    const second = await createStore(operator)
    const { account, owner } = await addOwner(['storesRead'], [first.id, second.id])
    const { call } = await create({ permissions: ['storesRead:read'], storeIds: [first.id] }, owner)
    const listIds = async () =>
      (await call('GET', '/stores')).body.data.map(({ id }: { id: number }) => id)
    expect(await listIds()).toEqual([first.id])
    await sql`update users set store_ids = ${[second.id]} where id = ${account.id}`.execute(
      platform().platform.db,
    )
    expect(await listIds()).toEqual([])
  })

  test('a key works only from its networks', async () => {
    const { call } = await create({ networks: ['192.0.2.0/24'] })
    const callFrom = (address: string) =>
      call('GET', '/sizes', { headers: { 'X-Forwarded-For': address } })
    expect((await callFrom('192.0.2.9')).status).toBe(200)
    const { status, body } = await callFrom('198.51.100.9')
    expect([status, body.detail]).toEqual([
      403,
      expect.stringContaining("can't be used from 198.51.100.9"),
    ])
  })

  test('a key shows when and from which network it was last used', async () => {
    const { id, call } = await create()
    expect(await read(id)).toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
    await call('GET', '/sizes', { headers: { 'X-Forwarded-For': '192.0.2.9' } })
    expect(await read(id)).toMatchObject({
      lastUsedAt: expect.any(String),
      lastUsedFrom: '192.0.2.0/24',
    })
  })

  test('a rotated key works for the stated time, then only the new one does', async () => {
    const { id, call } = await create()
    const { expiresAt } = buildApiKey(platform())
    const rotated = await operator('POST', `/apiKeys/${id}/rotate`, {
      body: { overlap: '1', expiresAt },
    })
    const callNew = createCaller(platform(), rotated.body.key)
    expect((await call('GET', '/sizes')).status).toBe(200)
    expect((await callNew('GET', '/sizes')).status).toBe(200)
    platform().advance(hourMs + 1000)
    expect((await call('GET', '/sizes')).status).toBe(401)
    expect((await callNew('GET', '/sizes')).status).toBe(200)
    expect((await read(id)).rotatedUntil).toBeNull()
  })

  test('an expired key is rejected and shown as expired', async () => {
    const expiresAt = new Date(platform().platform.now().getTime() + hourMs).toISOString()
    const { id, call } = await create({ expiresAt })
    expect((await call('GET', '/sizes')).status).toBe(200)
    platform().advance(hourMs + 1000)
    operator = await openSession(platform())
    expect((await call('GET', '/sizes')).status).toBe(401)
    expect((await read(id)).status).toBe('expired')
  })

  test('only the owner rotates a key, and others need a permission to revoke it', async () => {
    const { owner } = await addOwner(['Sizes'])
    const { id, call } = await create({ permissions: ['Sizes:read'] }, owner)
    const { owner: other } = await addOwner(['Sizes'])
    const { expiresAt } = buildApiKey(platform())
    const rotation = { body: { overlap: '0', expiresAt } }
    expect((await operator('POST', `/apiKeys/${id}/rotate`, rotation)).status).toBe(403)
    expect((await other('POST', `/apiKeys/${id}/revoke`)).status).toBe(404)
    expect((await other('GET', `/apiKeys/${id}/details`)).status).toBe(403)
    expect((await operator('POST', `/apiKeys/${id}/revoke`)).status).toBe(204)
    expect((await call('GET', '/sizes')).status).toBe(401)
    expect((await operator('POST', `/apiKeys/${id}/revoke`)).status).toBe(409)
  })

  test('only operators who manage API keys create service keys', async () => {
    const { owner } = await addOwner(['Sizes'])
    const service = { kind: 'service', permissions: ['Sizes:read'] }
    const { status } = await owner('POST', '/apiKeys', { body: buildApiKey(platform(), service) })
    expect(status).toBe(403)
    await create(service)
  })

  test("a key can't create keys, invite users, change permissions, or make personal calls", async () => {
    const { call } = await create({
      permissions: ['users:read', 'usersGroups:read', 'ordersRead:read'],
    })
    const expectRejected = async (method: string, path: string, body: object = {}) =>
      expect([path, (await call(method, path, { body })).status]).toEqual([path, 403])
    await expectRejected('POST', '/apiKeys', buildApiKey(platform()))
    await expectRejected('POST', '/users/invitations', { kind: 'operator', records: [] })
    await expectRejected('POST', '/userGroups', { name: 'Everything' })
    await expectRejected('POST', '/calendarFeed')
    await expectRejected('PUT', '/users/changePassword')
    expect((await call('GET', '/jobs/1/events')).status).toBe(403)
    const { body } = await call('POST', '/userGroups', { body: { name: 'Everything' } })
    expect(body.detail).toContain("API keys can't change accounts, permissions, or API keys.")
  })

  test('logs name the key of a write, and still verify', async () => {
    const { call } = await create({ name: 'Warehouse sync' })
    const created = await call('POST', '/sizes', { body: { ...size, code: 'LOGGED' } })
    expect(created.status).toBe(201)
    const find = async (event: string) =>
      (await operator('GET', `/platformLogEntries?filter[event][eq]=${event}`)).body.data[0]
    expect(await find('sizes.created')).toMatchObject({
      actor: platform().operator.email,
      apiKey: 'Warehouse sync',
    })
    expect(await find('apiKeys.created')).toMatchObject({ stream: 'security', apiKey: null })
    const verified = await operator('GET', '/logChains/0/verification')
    expect(verified.body).toMatchObject({ fault: null })
  })

  test("a key's jobs run with its permissions, and it sees no other jobs of its owner", async () => {
    const { owner } = await addOwner(['Sizes'])
    const first = await owner('POST', '/sizes', { body: { ...size, code: 'JOBS' } })
    const { call } = await create({ permissions: ['Sizes:read', 'Sizes:write'] }, owner)
    const start = async (caller: Caller) => {
      const change = { action: 'change', ids: [first.body.id], values: { active: false } }
      const plan = await caller('POST', '/sizes/bulk/plan', { body: change })
      return caller('POST', '/sizes/bulk', { body: { plan: plan.body.id } })
    }
    const byOwner = await start(owner)
    const byKey = await start(call)
    expect([byOwner.status, byKey.status]).toEqual([202, 202])
    expect((await call('GET', `/jobs/${byKey.body.id}`)).status).toBe(200)
    expect((await call('GET', `/jobs/${byOwner.body.id}`)).status).toBe(404)
    expect((await call('GET', '/jobs')).body.data).toHaveLength(1)
    expect((await owner('GET', '/jobs')).body.data).toHaveLength(2)
  })

  test('limits the calls of a key, and says how many are left', async () => {
    const { call } = await create()
    const { call: other } = await create()
    const first = await call('GET', '/sizes/0')
    expect(first.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"key";r=599;t=\d+$/)
    for (let count = 1; count < apiKeyLimit.calls; count++) await call('GET', '/sizes/0')
    const limited = await call('GET', '/sizes')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await other('GET', '/sizes')).status).toBe(200)
    platform().advance(apiKeyLimit.windowMs)
    expect((await call('GET', '/sizes')).status).toBe(200)
  })

  test('its details list the calls that it can make', async () => {
    const { id } = await create()
    const { body } = await operator('GET', `/apiKeys/${id}/details`)
    const calls = body.calls.map(
      ({ method, path }: { method: string; path: string }) => `${method} ${path}`,
    )
    expect(calls).toContain('POST /sizes')
    expect(calls).toContain('GET /jobs/:id')
    expect(calls).not.toContain('GET /colors')
    expect(calls).not.toContain('DELETE /sizes/:id')
    expect(body).toMatchObject({ isOwn: true, permissions: ['Sizes', 'Sizes:read', 'Sizes:write'] })
  })

  test('the owner changes the name and the permissions, and nobody else', async () => {
    const { account, owner } = await addOwner(['Sizes', 'Sizes:read', 'Sizes:write', 'apiKeys'])
    const { id, call } = await create({ permissions: ['Sizes:read'] }, owner)
    const change = (body: object, ifMatch: number, by = owner) =>
      by('PATCH', `/apiKeys/${id}`, { body, ifMatch })
    expect((await call('POST', '/sizes', { body: size })).status).toBe(403)
    const changed = await change({ name: 'Weekly', permissions: ['Sizes:write'] }, 1)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Weekly', permissions: ['Sizes:write'], version: 2 },
    ])
    expect((await call('POST', '/sizes', { body: size })).status).toBe(201)
    expect((await change({ name: 'Late' }, 1)).status).toBe(409)
    expect((await change({ permissions: ['Colors:read'] }, 2)).body.fields).toHaveProperty(
      'permissions',
    )
    expect((await change({ permissions: [] }, 2)).body.fields).toEqual({
      permissions: 'Select at least one permission.',
    })
    expect((await change({ name: '' }, 2)).body.fields).toEqual({
      name: 'Name is a required field',
    })
    expect((await change({ name: 'Mine' }, 2, operator)).status).toBe(403)
    // Other fields belong to the key.
    expect((await change({ expiresAt: '2099-01-01T00:00:00.000Z' }, 2)).status).toBe(422)
    const { rows } = await sql`select actor, changes from audit
      where event = 'apiKeys.updated' order by id desc limit 1`.execute(platform().platform.db)
    expect(rows).toMatchObject([{ actor: account.email }])
  })

  test('with a key, the API document has only the calls that the key can make', async () => {
    const { key, call } = await create()
    const { headers, body } = await call('GET', '/openapi.json')
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/sizes', '/openapi.json']))
    expect(body.paths).not.toHaveProperty('/colors')
    expect(body.paths['/sizes/{id}']).not.toHaveProperty('delete')
    expect(headers.get('vary')).toMatch(/Authorization/i)
    const { call: other } = await create({ permissions: ['Colors:read'] })
    const another = await other('GET', '/openapi.json')
    expect(another.body.paths).toHaveProperty('/colors')
    expect(another.headers.get('etag')).not.toBe(headers.get('etag'))
    const whole = await operator('GET', '/openapi.json')
    expect(whole.body.paths).toHaveProperty('/colors')
    expect(whole.headers.get('vary')).toMatch(/Authorization/i)
    // The whole document's tag says nothing about what a key sees.
    // Unlike fetch, this sends no Cache-Control of its own.
    const ask = async (tag: string | null) => {
      const { statusCode, body: content } = await request(`${platform().url}/openapi.json`, {
        headers: { authorization: `Bearer ${key}`, 'if-none-match': String(tag) },
      })
      await content.dump()
      return statusCode
    }
    expect(await ask(headers.get('etag'))).toBe(304)
    expect(await ask(whole.headers.get('etag'))).toBe(200)
    const changed = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
    const stranger = createCaller(platform(), changed)
    expect((await stranger('GET', '/openapi.json')).status).toBe(401)
  })

  test('the API document says which calls keys can make', async () => {
    const { body } = await operator('GET', '/openapi.json')
    expect(body.paths['/sizes'].post.security).toEqual([{ token: ['Sizes:write'] }])
    expect(body.paths['/apiKeys'].post.security).toEqual([{ session: [] }])
    expect(body.paths['/userGroups'].post.security).toEqual([{ session: ['usersGroups:write'] }])
  })

  test('the owner of a personal key is alerted before it expires, and finds the day in the calendar', async () => {
    const { owner } = await addOwner(['ordersRead', 'Sizes'])
    const { owner: other } = await addOwner(['ordersRead', 'apiKeys'])
    const inDays = (days: number) =>
      new Date(platform().platform.now().getTime() + days * 24 * hourMs).toISOString()
    await create({ name: 'Weekly', expiresAt: inDays(7) }, owner)
    await create({ name: 'Machine', kind: 'service', expiresAt: inDays(14) })
    await refreshAlerts(platform().platform)
    const listTitles = async (caller: Caller, path: string) =>
      (await caller('GET', path)).body.data.map(({ title }: { title: string }) => title)
    const personal = 'API key for Weekly expires in 7 days'
    const service = 'API key for Machine expires in 14 days'
    expect(await listTitles(owner, '/attentionItems')).toEqual([personal])
    expect(await listTitles(owner, '/deadlines')).toEqual(['API key Weekly expires'])
    expect(await listTitles(other, '/attentionItems')).toContain(service)
    expect(await listTitles(other, '/attentionItems')).not.toContain(personal)
    expect(await listTitles(other, '/deadlines')).toContain('API key Machine expires')
    expect(await listTitles(other, '/deadlines')).not.toContain('API key Weekly expires')
  })

  test('operators limited to stores see only their own keys', async () => {
    const store = await createStore(operator)
    const { owner } = await addOwner(['apiKeys', 'storesRead'], [store.id])
    await create({ permissions: ['storesRead:read'], storeIds: [store.id] }, owner)
    expect((await owner('GET', '/apiKeys')).body.data).toHaveLength(1)
    expect((await owner('GET', '/apiKeys/own')).body.data).toHaveLength(1)
    expect((await operator('GET', '/apiKeys')).body.data.length).toBeGreaterThan(1)
  })
})
