import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { purgeStores } from '#server/platform/stores/purge.ts'
import { signedIn } from './support/calling.ts'
import type { Caller } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'
import { addMembers, newestEntries, newStore, storeNow, storeValues } from './support/stores.ts'

const day = 24 * 60 * 60_000

describe.each(databases)('stores on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })

  describe('GET /stores/available', () => {
    const ask = async (query: Record<string, string>) =>
      (await call('GET', `/stores/available?${new URLSearchParams(query).toString()}`)).body

    test('a value that no store has is available', async () => {
      const free = { available: true, message: null }
      expect(await ask({ field: 'code', value: randomUUID() })).toEqual(free)
      expect(await ask({ field: 'subdomain', value: randomUUID() })).toEqual(free)
      expect(await ask({ field: 'domain', value: 'free.example.com' })).toEqual(free)
    })

    test('a value that a store has is taken, save for that store', async () => {
      const { id, code } = await newStore(call)
      const asked = { field: 'code', value: code }
      expect(await ask(asked)).toEqual({ available: false, message: 'This Code is already used' })
      expect(await ask({ ...asked, except: String(id) })).toMatchObject({ available: true })
      expect(await ask({ ...asked, except: String(id + 1) })).toMatchObject({ available: false })
    })

    test('a value that breaks a rule is told which', async () => {
      const rule = { available: false, message: expect.stringContaining('must be 2 to 41') }
      expect(await ask({ field: 'code', value: 'Not A Code' })).toEqual(rule)
      expect(await ask({ field: 'domain', value: 'shop' })).toMatchObject({
        message: 'Own domain must be a host name such as shop.example.com',
      })
      expect(await ask({ field: 'code', value: '' })).toMatchObject({
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

  describe('POST /stores/ID/status', () => {
    const change = (id: number, version: number, body: object, key?: string) =>
      call('POST', `/stores/${id}/status`, { body, ifMatch: version, ...(key ? { key } : {}) })

    test('a store goes through its states, each change with a version and an audit row', async () => {
      const { id, code, status } = await newStore(call)
      expect(status).toBe('draft')
      const steps = [
        ['activate', 'active', 'activated'],
        ['startMaintenance', 'maintenance', 'maintenanceStarted'],
        ['endMaintenance', 'active', 'maintenanceEnded'],
        ['suspend', 'suspended', 'suspended'],
        ['archive', 'archived', 'archived'],
        ['activate', 'active', 'activated'],
      ] as const
      for (const [index, [name, to, event]] of steps.entries()) {
        const before = await storeNow(call, id)
        const answer = await change(id, index + 1, { change: name, reason: `Because ${index}` })
        expect(answer).toMatchObject({
          status: 200,
          body: { id, status: to, statusReason: `Because ${index}`, version: index + 2 },
        })
        expect(answer.headers.get('etag')).toBe(`"${index + 2}"`)
        expect(await newestEntries(call, 1)).toMatchObject([
          {
            event: `stores.${event}`,
            targetId: id,
            label: `Store ${code}`,
            changes: { status: { before: before.status, after: to } },
          },
        ])
      }
    })

    test('what the status does not allow is refused, and changes nothing', async () => {
      const store = await newStore(call)
      const answer = await change(store.id, 1, { change: 'suspend', reason: 'Unpaid' })
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'wrong_state',
          detail: 'Suspend is not possible while the store is draft.',
        },
      })
      expect(await storeNow(call, store.id)).toEqual(store)
    })

    test('a change that must be explained is refused without a reason, or with a long one', async () => {
      const { id } = await newStore(call)
      await change(id, 1, { change: 'activate' })
      const refused = (reason: string) => ({ status: 422, body: { fields: { reason } } })
      for (const body of [{}, { reason: '  ' }, { reason: null }])
        expect(await change(id, 2, { change: 'suspend', ...body })).toMatchObject(
          refused('Reason is a required field'),
        )
      expect(
        await change(id, 2, { change: 'suspend', reason: 'x'.repeat(limits.statusReason + 1) }),
      ).toMatchObject(refused('Reason must be at most 200 characters'))
      const longest = 'x'.repeat(limits.statusReason)
      expect(await change(id, 2, { change: 'suspend', reason: longest })).toMatchObject({
        status: 200,
        body: { statusReason: longest },
      })
    })

    test('a reason is not kept for the next status', async () => {
      const { id } = await newStore(call)
      await change(id, 1, { change: 'archive', reason: 'No longer needed' })
      expect((await change(id, 2, { change: 'activate' })).body.statusReason).toBeNull()
    })

    test.each([{}, { change: 'explode' }, { change: 'toString' }, { change: 7 }])(
      '%o is no change',
      async (body) => {
        const { id } = await newStore(call)
        expect(await change(id, 1, body)).toMatchObject({
          status: 422,
          body: { fields: { change: expect.any(String) } },
        })
      },
    )

    test('the version must be named, and be the store’s own', async () => {
      const { id } = await newStore(call)
      const path = `/stores/${id}/status`
      const body = { change: 'activate' }
      expect((await call('POST', path, { body })).status).toBe(428)
      expect(await change(id, 2, body)).toMatchObject({
        status: 409,
        body: { code: 'conflict', current: { id, version: 1 } },
      })
      expect((await change(2 ** 30, 1, body)).status).toBe(404)
    })

    test('of two changes of one version, one wins', async () => {
      const { id } = await newStore(call)
      const answers = await Promise.all([
        change(id, 1, { change: 'activate' }),
        change(id, 1, { change: 'archive', reason: 'Not needed' }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [won] = answers.filter(({ status }) => status === 200)
      expect(await storeNow(call, id)).toEqual(won?.body)
      expect((await storeNow(call, id)).version).toBe(2)
    })

    test('a repeated change answers as before and is not done again', async () => {
      const { id } = await newStore(call)
      const key = randomUUID()
      const first = await change(id, 1, { change: 'activate' }, key)
      expect((await change(id, 1, { change: 'activate' }, key)).body).toEqual(first.body)
      expect((await storeNow(call, id)).version).toBe(2)
    })
  })

  describe('deleting', () => {
    const plan = (id: number, version: number, body: object) =>
      call('POST', `/stores/${id}/deletion`, { body, ifMatch: version })

    test('archives the store and holds it for 30 days', async () => {
      const { id, code } = await newStore(call)
      const { status, body } = await plan(id, 1, { code, reason: 'Contract ended' })
      expect([status, body]).toMatchObject([
        200,
        { status: 'archived', statusReason: 'Contract ended', version: 2 },
      ])
      const days = (Date.parse(body.deleteAfter) - platform().platform.now().getTime()) / day
      expect(days).toBeGreaterThan(29.9)
      expect(days).toBeLessThanOrEqual(limits.deletionHoldDays)
      expect(await newestEntries(call, 1)).toMatchObject([{ event: 'stores.deletionPlanned' }])
    })

    test('is refused unless the store’s own code is typed', async () => {
      const { id, code } = await newStore(call)
      const fields = { code: `Type the code of this store: ${code}` }
      for (const typed of ['other', code.toUpperCase()])
        expect(await plan(id, 1, { code: typed })).toMatchObject({ status: 422, body: { fields } })
      expect(await plan(id, 1, {})).toMatchObject({
        status: 422,
        body: { fields: { code: 'Code is a required field' } },
      })
      expect(await storeNow(call, id)).toMatchObject({ deleteAfter: null, version: 1 })
    })

    test('needs the version, and the right one', async () => {
      const { id, code } = await newStore(call)
      expect((await call('POST', `/stores/${id}/deletion`, { body: { code } })).status).toBe(428)
      expect(await plan(id, 7, { code })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    })

    test('a store on hold cannot be activated or deleted again, until it is restored', async () => {
      const { id, code } = await newStore(call)
      await plan(id, 1, { code })
      const refused = { status: 409, body: { code: 'wrong_state' } }
      const activate = (version: number) =>
        call('POST', `/stores/${id}/status`, { body: { change: 'activate' }, ifMatch: version })
      expect(await activate(2)).toMatchObject({
        ...refused,
        body: { detail: expect.stringMatching(/will be deleted on \d.*Restore it first/) },
      })
      expect(await plan(id, 2, { code })).toMatchObject(refused)
      const restored = await call('DELETE', `/stores/${id}/deletion`, { ifMatch: 2 })
      expect(restored).toMatchObject({
        status: 200,
        body: { status: 'archived', deleteAfter: null, version: 3 },
      })
      expect(await newestEntries(call, 1)).toMatchObject([{ event: 'stores.restored' }])
      expect((await activate(3)).status).toBe(200)
    })

    test('a store that is not on hold cannot be restored', async () => {
      const { id } = await newStore(call)
      expect(await call('DELETE', `/stores/${id}/deletion`)).toMatchObject({
        status: 409,
        body: { code: 'wrong_state', detail: 'The store is not about to be deleted.' },
      })
    })

    test('after the hold the store goes with what depends on it; its log stays', async () => {
      const { db } = platform().platform
      const organisation = (await call('POST', '/organisations', { body: { name: randomUUID() } }))
        .body
      const { id, code, name } = await newStore(call, { organisationId: organisation.id })
      const kept = await newStore(call)
      await addMembers(platform(), id, 3)
      await sql`insert into orders (store_id, member_id, placed_at, amount, currency, status)
        select store_id, id, now(), 100, 'USD', 'paid' from members where store_id = ${id}`.execute(
        db,
      )
      await sql`insert into integrations (store_id, kind, state) values (${id}, 'mail', 'active')`.execute(
        db,
      )
      await plan(id, 1, { code })
      await plan(kept.id, 1, { code: kept.code })
      await call('DELETE', `/stores/${kept.id}/deletion`, { ifMatch: 2 })

      platform().advance((limits.deletionHoldDays - 1) * day)
      await purgeStores(platform().platform)
      call = await signedIn(platform())
      expect((await call('GET', `/stores/${id}`)).status).toBe(200)

      platform().advance(day + 60_000)
      await purgeStores(platform().platform)
      call = await signedIn(platform())
      expect((await call('GET', `/stores/${id}`)).status).toBe(404)
      expect((await call('GET', `/stores/${kept.id}`)).status).toBe(200)
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from members where store_id = ${id})
          + (select count(*) from member_groups where store_id = ${id})
          + (select count(*) from orders where store_id = ${id})
          + (select count(*) from integrations where store_id = ${id}) as count`.execute(db)
      expect(rows).toEqual([{ count: 0 }])
      const entries = await sql<Record<string, unknown>>`
        select event, actor, label from audit where store_id = ${id} order by id`.execute(db)
      expect(entries.rows.map(({ event }) => event)).toEqual([
        'stores.created',
        'stores.deletionPlanned',
        'stores.deleted',
      ])
      expect(entries.rows.at(-1)).toEqual({
        event: 'stores.deleted',
        actor: 'platform',
        label: name,
      })
      expect((await call('GET', `/organisations/${organisation.id}`)).body.stores).toBe(0)
    })

    test('two replicas that purge at once delete a store once', async () => {
      const { id, code } = await newStore(call)
      await plan(id, 1, { code })
      platform().advance(limits.deletionHoldDays * day + 60_000)
      await Promise.all([purgeStores(platform().platform), purgeStores(platform().platform)])
      call = await signedIn(platform())
      const { rows } = await sql`
        select id from audit where store_id = ${id} and event = 'stores.deleted'`.execute(
        platform().platform.db,
      )
      expect(rows).toHaveLength(1)
    })
  })

  describe('what uses', () => {
    test('a store: members, groups, orders, credits and gift cards', async () => {
      const { db } = platform().platform
      const { id } = await newStore(call)
      expect((await call('GET', `/stores/${id}/uses`)).body).toEqual({ data: [] })
      await addMembers(platform(), id, 4)
      await sql`insert into credit_entries (store_id, member_id, entered_at, type, amount, unit, balance, reason, issued_by)
        select ${id}, id, now(), 'issue', 5, 'points', 5, 'Welcome', 'test' from members where store_id = ${id} limit 1`.execute(
        db,
      )
      await sql`insert into gift_cards (store_id, sent_at, amount, currency, status)
        values (${id}, now(), 100, 'USD', 'sent')`.execute(db)
      await sql`insert into orders (store_id, placed_at, amount, currency, status)
        values (${id}, now(), 100, 'USD', 'paid')`.execute(db)
      const number = [expect.stringMatching(/^#\d+$/)]
      expect((await call('GET', `/stores/${id}/uses`)).body.data).toEqual([
        { kind: 'member', count: 4, examples: ['Member 1', 'Member 2', 'Member 3'] },
        { kind: 'member group', count: 1, examples: ['Everyone'] },
        { kind: 'order', count: 1, examples: number },
        { kind: 'credit movement', count: 1, examples: ['Welcome'] },
        { kind: 'gift card', count: 1, examples: number },
      ])
      expect((await call('GET', `/stores/${2 ** 30}/uses`)).status).toBe(404)
    })

    test('an organisation: its stores, which keep it from being deleted', async () => {
      const { id } = (await call('POST', '/organisations', { body: { name: randomUUID() } })).body
      const store = await newStore(call, { organisationId: id })
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

  describe('POST /stores/ID/duplicate', () => {
    const template = {
      type: 'retail',
      plan: 'enterprise',
      tags: ['first', 'second'],
      domain: null,
      locales: ['de-DE'],
      defaultCurrency: 'EUR',
      country: 'DE',
      primaryColour: '#112233',
      access: 'sign_in',
      allowedEmailDomains: ['example.com'],
      adminName: 'First Admin',
      adminEmail: 'admin@example.com',
    }
    const own = () => {
      const code = randomUUID()
      return { name: `Store ${code}`, code, subdomain: code }
    }
    const duplicate = (id: number, body: unknown, key?: string) =>
      call('POST', `/stores/${id}/duplicate`, { body, ...(key ? { key } : {}) })

    test('copies the sections chosen into a new draft, and nothing else', async () => {
      const store = await newStore(call, { ...template, domain: `${randomUUID()}.example.com` })
      await call('POST', `/stores/${store.id}/status`, {
        body: { change: 'activate' },
        ifMatch: 1,
      })
      const values = own()
      const { status, body } = await duplicate(store.id, { values, sections: ['locale', 'access'] })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        ...values,
        version: 1,
        status: 'draft',
        locales: ['de-DE'],
        defaultCurrency: 'EUR',
        country: 'DE',
        access: 'sign_in',
        allowedEmailDomains: ['example.com'],
        type: 'mixed',
        plan: 'growth',
        tags: [],
        domain: null,
        domainVerifiedAt: null,
        primaryColour: null,
        adminName: null,
        adminEmail: null,
      })
      expect((await newestEntries(call, 2)).map((entry: { event: string }) => entry.event)).toEqual(
        ['stores.duplicated', 'stores.created'],
      )
    })

    test('copies the first admin when that is chosen, and values win over what is copied', async () => {
      const store = await newStore(call, template)
      const values = { ...own(), plan: 'starter', tags: [] }
      const { body } = await duplicate(store.id, { values, sections: ['general', 'admin'] })
      expect(body).toMatchObject({
        type: 'retail',
        plan: 'starter',
        tags: [],
        adminName: 'First Admin',
        adminEmail: 'admin@example.com',
      })
    })

    test('copies member groups without their members', async () => {
      const store = await newStore(call)
      await addMembers(platform(), store.id, 2)
      const { body } = await duplicate(store.id, { values: own(), sections: ['groups'] })
      const { data } = (await call('GET', `/memberGroups?filter[storeId][eq]=${body.id}`)).body
      expect(data).toMatchObject([{ name: 'Everyone', isDefault: true, members: 0, version: 1 }])
      expect(body.members).toBe(0)
      const checks = (await call('GET', `/stores/${body.id}/readiness`)).body.checks
      expect(checks).toContainEqual({ key: 'defaultGroup', ok: true, detail: null })
      const without = await duplicate(store.id, { values: own(), sections: [] })
      const none = await call('GET', `/memberGroups?filter[storeId][eq]=${without.body.id}`)
      expect(none.body.data).toEqual([])
    })

    test('refuses what a store must not be, as creating does', async () => {
      const { id, code } = await newStore(call)
      const answer = await duplicate(id, { values: { ...own(), code }, sections: [] })
      expect(answer).toMatchObject({
        status: 422,
        body: { fields: { code: 'This Code is already used' } },
      })
      expect(await duplicate(id, { values: {}, sections: ['general'] })).toMatchObject({
        status: 422,
        body: { fields: { name: 'Name is a required field', code: 'Code is a required field' } },
      })
      expect(
        await duplicate(id, { values: { ...own(), status: 'active' }, sections: [] }),
      ).toMatchObject({
        status: 422,
        body: { fields: { status: 'There is no field named status' } },
      })
      expect((await duplicate(2 ** 30, { values: own(), sections: [] })).status).toBe(404)
    })

    test.each([{}, { values: {} }, { values: 1, sections: [] }, { values: {}, sections: ['all'] }])(
      '%o is a bad request',
      async (body) => {
        const { id } = await newStore(call)
        expect((await duplicate(id, body)).status).toBe(400)
      },
    )

    test('ten equal requests at once make one store', async () => {
      const { id } = await newStore(call)
      const [key, body] = [randomUUID(), { values: own(), sections: ['general', 'groups'] }]
      const answers = await Promise.all(Array.from({ length: 10 }, () => duplicate(id, body, key)))
      for (const answer of answers)
        expect([answer.status, answer.body]).toEqual([201, answers[0]?.body])
      const found = await call('GET', `/stores?search=${body.values.code}`)
      expect(found.body.page.total).toBe(1)
    })
  })

  test('a store may be created and changed by the calls of records, but not deleted at once', async () => {
    const { status, body } = await call('POST', '/stores', { body: storeValues() })
    expect([status, body.status]).toEqual([201, 'draft'])
    expect((await call('DELETE', `/stores/${body.id}`)).status).toBe(404)
  })
})
