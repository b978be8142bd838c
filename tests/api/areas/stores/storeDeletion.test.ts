import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { purgeStores } from '#server/platform/areas/stores/purgeStores.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import {
  insertMembers,
  loadNewestEntries,
  createStore,
  loadStore,
} from '#tests/api/support/stores.ts'

const day = 24 * 60 * 60_000

describe.each(chooseDatabases('PGlite'))('Deleting stores on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  const scheduleDeletion = (id: number, version: number, body: object) =>
    call('POST', `/stores/${id}/deletion`, { body, ifMatch: version })

  test('archives the store and holds it for 30 days', async () => {
    const { id, code } = await createStore(call)
    const { status, body } = await scheduleDeletion(id, 1, { code, reason: 'Contract ended' })
    expect([status, body]).toMatchObject([
      200,
      { status: 'archived', statusReason: 'Contract ended', version: 2 },
    ])
    const days = (Date.parse(body.deleteAfter) - platform().platform.now().getTime()) / day
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(limits.deletionHoldDays)
    expect(await loadNewestEntries(call, 1)).toMatchObject([{ event: 'stores.deletionPlanned' }])
  })

  test("is rejected unless the store's code is entered", async () => {
    const { id, code } = await createStore(call)
    const fields = { code: `Enter this store's code: ${code}` }
    for (const enteredCode of ['other', code.toUpperCase()])
      expect(await scheduleDeletion(id, 1, { code: enteredCode })).toMatchObject({
        status: 422,
        body: { fields },
      })
    expect(await scheduleDeletion(id, 1, {})).toMatchObject({
      status: 422,
      body: { fields: { code: 'Code is a required field' } },
    })
    expect(await loadStore(call, id)).toMatchObject({ deleteAfter: null, version: 1 })
  })

  test('needs the current version of the store', async () => {
    const { id, code } = await createStore(call)
    expect((await call('POST', `/stores/${id}/deletion`, { body: { code } })).status).toBe(428)
    expect(await scheduleDeletion(id, 7, { code })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  test('a store on hold cannot be activated or deleted again, until it is restored', async () => {
    const { id, code } = await createStore(call)
    await scheduleDeletion(id, 1, { code })
    const rejection = { status: 409, body: { code: 'wrong_state' } }
    const activate = (version: number) =>
      call('POST', `/stores/${id}/status`, { body: { change: 'activate' }, ifMatch: version })
    expect(await activate(2)).toMatchObject({
      ...rejection,
      body: { detail: expect.stringMatching(/will be deleted on \d.*Restore it first/) },
    })
    expect(await scheduleDeletion(id, 2, { code })).toMatchObject(rejection)
    const restoration = await call('DELETE', `/stores/${id}/deletion`, { ifMatch: 2 })
    expect(restoration).toMatchObject({
      status: 200,
      body: { status: 'draft', deleteAfter: null, held: false, version: 3 },
    })
    expect(await loadNewestEntries(call, 1)).toMatchObject([{ event: 'stores.restored' }])
    expect((await activate(3)).status).toBe(200)
  })

  test.each([
    ['active', [['activate']]],
    ['suspended', [['activate'], ['suspend', 'Unpaid']]],
    ['maintenance', [['activate'], ['startMaintenance', 'Moving']]],
    ['archived', [['archive', 'Closed']]],
    ['draft', []],
  ] as const)(
    'a restored store that was %s gets its status and reason back',
    async (status, changes) => {
      const { id, code } = await createStore(call)
      let version = 1
      for (const [change, reason] of changes) {
        const body = { change, ...(reason ? { reason } : {}) }
        await call('POST', `/stores/${id}/status`, { body, ifMatch: version++ })
      }
      const before = await loadStore(call, id)
      expect(before).toMatchObject({ status, held: false })
      await scheduleDeletion(id, version, { code, reason: 'By mistake' })
      expect(await loadStore(call, id)).toMatchObject({ status: 'archived', held: true })
      const heldStores = await call('GET', `/stores?filter[held][eq]=1&search=${code}`)
      expect(heldStores.body.data.map((store: { id: number }) => store.id)).toEqual([id])
      const { body } = await call('DELETE', `/stores/${id}/deletion`)
      const { statusReason } = before
      expect(body).toMatchObject({ status, statusReason, held: false, deleteAfter: null })
      const releasedStores = await call('GET', `/stores?filter[held][eq]=0&search=${code}`)
      expect(releasedStores.body.data).toHaveLength(1)
    },
  )

  test("a store on hold can't be changed until it is restored", async () => {
    const { id, code } = await createStore(call, { domain: `${randomUUID()}.example.org` })
    await scheduleDeletion(id, 1, { code })
    const detail = expect.stringMatching(/will be deleted on \d.*Restore it first/)
    const rejection = { status: 409, body: { code: 'wrong_state', detail } }
    const updateNotes = (version: number) =>
      call('PATCH', `/stores/${id}`, { body: { notes: 'Changed' }, ifMatch: version })
    expect(await updateNotes(2)).toMatchObject(rejection)
    // An outdated version is reported before the hold.
    expect(await updateNotes(1)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await call('POST', `/stores/${id}/domain/verification`)).toMatchObject(rejection)
    expect(await loadStore(call, id)).toMatchObject({ notes: null, version: 2 })
    await call('DELETE', `/stores/${id}/deletion`, { ifMatch: 2 })
    expect(await updateNotes(3)).toMatchObject({
      status: 200,
      body: { notes: 'Changed', version: 4 },
    })
  })

  test('a store that is not on hold cannot be restored', async () => {
    const { id } = await createStore(call)
    expect(await call('DELETE', `/stores/${id}/deletion`)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', detail: "The store isn't scheduled to be deleted." },
    })
  })

  test('after the hold the store and its dependent records are deleted, but its log stays', async () => {
    const { db } = platform().platform
    const organisation = (await call('POST', '/organisations', { body: { name: randomUUID() } }))
      .body
    const { id, code, name } = await createStore(call, { organisationId: organisation.id })
    const restoredStore = await createStore(call)
    await insertMembers(platform(), id, 3)
    await sql`insert into orders (store_id, member_id, placed_at, amount, currency, status)
      select store_id, id, now(), 100, 'USD', 'paid' from members where store_id = ${id}`.execute(
      db,
    )
    await sql`insert into integrations (store_id, kind, state) values (${id}, 'mail', 'active')`.execute(
      db,
    )
    await scheduleDeletion(id, 1, { code })
    await scheduleDeletion(restoredStore.id, 1, { code: restoredStore.code })
    await call('DELETE', `/stores/${restoredStore.id}/deletion`, { ifMatch: 2 })

    platform().advance((limits.deletionHoldDays - 1) * day)
    await purgeStores(platform().platform)
    call = await openSession(platform())
    expect((await call('GET', `/stores/${id}`)).status).toBe(200)

    platform().advance(day + 60_000)
    await purgeStores(platform().platform)
    call = await openSession(platform())
    expect((await call('GET', `/stores/${id}`)).status).toBe(404)
    expect((await call('GET', `/stores/${restoredStore.id}`)).status).toBe(200)
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
    const { id, code } = await createStore(call)
    await scheduleDeletion(id, 1, { code })
    platform().advance(limits.deletionHoldDays * day + 60_000)
    await Promise.all([purgeStores(platform().platform), purgeStores(platform().platform)])
    call = await openSession(platform())
    const { rows } = await sql`
      select id from audit where store_id = ${id} and event = 'stores.deleted'`.execute(
      platform().platform.db,
    )
    expect(rows).toHaveLength(1)
  })
})
