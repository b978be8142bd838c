import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertMembers, createStore, buildStoreValues } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Stores on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  test("GET /stores/host returns the host of the stores' subdomains", async () => {
    const { subdomain } = await createStore(call)
    const [{ primaryDomain }] = (await call('GET', `/stores?filter[subdomain][eq]=${subdomain}`))
      .body.data
    const { host } = (await call('GET', '/stores/host')).body
    expect(primaryDomain).toBe(`${subdomain}.${host}`)
  })

  describe('GET /stores/available', () => {
    const checkAvailability = async (query: Record<string, string>) =>
      (await call('GET', `/stores/available?${new URLSearchParams(query).toString()}`)).body

    test('a value that no store has is available', async () => {
      const free = { available: true, message: null }
      expect(await checkAvailability({ field: 'code', value: randomUUID() })).toEqual(free)
      expect(await checkAvailability({ field: 'subdomain', value: randomUUID() })).toEqual(free)
      expect(await checkAvailability({ field: 'domain', value: 'free.example.com' })).toEqual(free)
    })

    test("a store's value is taken, except for that store", async () => {
      const { id, code, name } = await createStore(call)
      const query = { field: 'code', value: code }
      const message = `Code is already used by ${name}`
      expect(await checkAvailability(query)).toEqual({ available: false, message })
      expect(await checkAvailability({ ...query, except: String(id) })).toMatchObject({
        available: true,
      })
      expect(await checkAvailability({ ...query, except: String(id + 1) })).toMatchObject({
        available: false,
      })
    })

    test('a domain is compared regardless of case', async () => {
      const { domain, name } = await createStore(call, { domain: `${randomUUID()}.example.org` })
      const query = { field: 'domain', value: String(domain).toUpperCase() }
      const message = `Custom domain is already used by ${name}`
      expect(await checkAvailability(query)).toEqual({ available: false, message })
      expect(
        await checkAvailability({ field: 'domain', value: 'SHOP.Stores.Example.com' }),
      ).toMatchObject({
        message: expect.stringContaining("can't be stores.example.com"),
      })
      const fresh = { field: 'domain', value: 'FREE.Example.com' }
      expect(await checkAvailability(fresh)).toMatchObject({ available: true })
    })

    test("a value that breaks a rule returns the rule's message", async () => {
      const violation = { available: false, message: expect.stringContaining('must be 2 to 41') }
      expect(await checkAvailability({ field: 'code', value: 'Not A Code' })).toEqual(violation)
      expect(await checkAvailability({ field: 'domain', value: 'shop' })).toMatchObject({
        message: "Custom domain is not valid. Add the domain's ending, such as .com.",
      })
      expect(await checkAvailability({ field: 'code', value: '' })).toMatchObject({
        message: 'Code is a required field',
      })
    })

    test.each(['field=name&value=x', 'value=x', 'field=code&value=x&except=me', 'field=code&x=1'])(
      '%s is a bad request',
      async (query) => {
        expect((await call('GET', `/stores/available?${query}`)).status).toBe(400)
      },
    )
  })

  describe('Uses', () => {
    test('of a store are members, groups, orders, ledger entries, and gift cards', async () => {
      const { db } = platform().platform
      const { id } = await createStore(call)
      expect((await call('GET', `/stores/${id}/uses`)).body).toEqual({ data: [] })
      await insertMembers(platform(), id, 4)
      await sql`insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance, reason, issued_by)
        select ${id}, id, now(), 'issue', 5, 'points', 5, 'Welcome', 'test' from members where store_id = ${id} limit 1`.execute(
        db,
      )
      await sql`insert into gift_cards (store_id, sent_at, amount, currency, status)
        values (${id}, now(), 100, 'USD', 'sent')`.execute(db)
      await sql`insert into orders (store_id, placed_at, amount, currency, status)
        values (${id}, now(), 100, 'USD', 'paid')`.execute(db)
      const numberExample = [expect.stringMatching(/^#\d+$/)]
      expect((await call('GET', `/stores/${id}/uses`)).body.data).toEqual([
        { kind: 'member', count: 4, examples: ['Member 1', 'Member 2', 'Member 3'] },
        { kind: 'member group', count: 1, examples: ['Everyone'] },
        { kind: 'order', count: 1, examples: numberExample },
        { kind: 'ledger entry', count: 1, examples: ['Welcome'] },
        { kind: 'gift card', count: 1, examples: numberExample },
      ])
      expect((await call('GET', `/stores/${2 ** 30}/uses`)).status).toBe(404)
    })

    test('of an organization are its stores, which prevent its deletion', async () => {
      const { id } = (await call('POST', '/organisations', { body: { name: randomUUID() } })).body
      const store = await createStore(call, { organisationId: id })
      const uses = [{ kind: 'store', count: 1, examples: [store.name] }]
      expect((await call('GET', `/organisations/${id}/uses`)).body.data).toEqual(uses)
      expect(await call('DELETE', `/organisations/${id}`)).toMatchObject({
        status: 409,
        body: { code: 'in_use', uses },
      })
      await call('PATCH', `/stores/${store.id}`, { body: { organisationId: null }, ifMatch: 1 })
      expect((await call('DELETE', `/organisations/${id}`)).status).toBe(204)
    })
  })

  test('domains are saved in lowercase, so that two spellings are one domain', async () => {
    const domain = `${randomUUID()}.example.org`
    const input = { domain: domain.toUpperCase(), allowedEmailDomains: ['Example.COM'] }
    const { id } = await createStore(call, input)
    expect((await call('GET', `/stores/${id}`)).body).toMatchObject({
      domain,
      allowedEmailDomains: ['example.com'],
    })
    const sameInput = { body: input, ifMatch: 1 }
    expect((await call('PATCH', `/stores/${id}`, sameInput)).body.version).toBe(1)
    expect(await call('POST', '/stores', { body: buildStoreValues({ domain }) })).toMatchObject({
      status: 422,
      body: { fields: { domain: 'Custom domain is already used' } },
    })
    const twice = buildStoreValues({ allowedEmailDomains: ['example.com', 'EXAMPLE.com'] })
    expect((await call('POST', '/stores', { body: twice })).status).toBe(422)
  })

  test('line endings in notes are normalized, so that equal texts stay equal', async () => {
    const { id, notes } = await createStore(call, { notes: 'one\r\ntwo\rthree' })
    expect(notes).toBe('one\ntwo\nthree')
    const same = { body: { notes: 'one\r\ntwo\nthree' }, ifMatch: 1 }
    expect((await call('PATCH', `/stores/${id}`, same)).body.version).toBe(1)
  })

  test('a store is created as a draft and has no DELETE call', async () => {
    const { status, body } = await call('POST', '/stores', { body: buildStoreValues() })
    expect([status, body.status]).toEqual([201, 'draft'])
    expect((await call('DELETE', `/stores/${body.id}`)).status).toBe(404)
  })
})
