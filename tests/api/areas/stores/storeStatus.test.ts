import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { limits } from '#shared/limits.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { loadNewestEntries, createStore, loadStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PGlite'))('Store status on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  const changeStatus = (id: number, version: number, body: object, key?: string) =>
    call('POST', `/stores/${id}/status`, { body, ifMatch: version, ...(key ? { key } : {}) })

  test('a store moves through its statuses, and each change adds a version and an audit entry', async () => {
    const { id, code, status } = await createStore(call)
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
      const before = await loadStore(call, id)
      const answer = await changeStatus(id, index + 1, { change: name, reason: `Because ${index}` })
      expect(answer).toMatchObject({
        status: 200,
        body: { id, status: to, statusReason: `Because ${index}`, version: index + 2 },
      })
      expect(answer.headers.get('etag')).toBe(`"${index + 2}"`)
      expect(await loadNewestEntries(call, 1)).toMatchObject([
        {
          event: `stores.${event}`,
          targetId: id,
          label: `Store ${code}`,
          changes: { status: { before: before.status, after: to } },
        },
      ])
    }
  })

  test('activating a store with payments in test mode warns, alone and in bulk, and needs a confirmation', async () => {
    const store = await createStore(call)
    const [setup] = await insertRows(platform(), paymentSetups, [
      {
        ...buildSampleValues(paymentSetups),
        name: 'Test payments',
        provider: 'stripe',
        storeIds: [store.id],
        state: 'active',
        testSecretKey: null,
      },
    ])
    await activatePayments(store.id)
    const warning =
      'Members can pay only with test cards. Switch the payment setup to live mode before you accept real orders.'
    const loadPaymentCheck = async () => {
      const { checks } = (await call('GET', `/stores/${store.id}/readiness`)).body
      return checks.find(({ key }: { key: string }) => key === 'payment')
    }
    expect(await loadPaymentCheck()).toMatchObject({
      ok: true,
      detail: null,
      warning,
      fix: expect.stringContaining(`/payment-setup/${setup?.id}/`),
    })
    const plan = await call('POST', '/stores/bulk/plan', {
      body: { action: 'activate', values: {}, ids: [store.id] },
    })
    expect(plan.body.warns).toContain('Members can pay only with test cards.')
    expect(plan.body.first[0].warns).toContain(warning)

    const unconfirmed = await changeStatus(store.id, 1, { change: 'activate' })
    expect(unconfirmed).toMatchObject({
      status: 409,
      body: { code: 'unconfirmed', reach: { worse: [{ what: warning }] } },
    })
    expect((await loadStore(call, store.id)).status).toBe('draft')
    const { status } = await call(
      'POST',
      `/stores/${store.id}/status?reach=${unconfirmed.body.reach.token}`,
      { body: { change: 'activate' }, ifMatch: 1 },
    )
    expect(status).toBe(200)

    await sql`update payment_setups set mode = 'live' where id = ${setup?.id}`.execute(db())
    await activatePayments(store.id)
    expect(await loadPaymentCheck()).not.toHaveProperty('warning')
  })

  const db = () => platform().platform.db
  /** Marks the payment integration as active and recomputes the store. */
  const activatePayments = (id: number) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`insert into integrations (store_id, kind, state) values (${id}, 'payment', 'active')
          on conflict (store_id, kind) do update set state = excluded.state`.execute(trx)
        await recomputeStoreStats(trx, platform().platform.now(), [id])
      })

  test("rejects a change that the current status doesn't allow, and changes nothing", async () => {
    const store = await createStore(call)
    const answer = await changeStatus(store.id, 1, { change: 'suspend', reason: 'Unpaid' })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'wrong_state',
        detail: `You can't choose "Suspend" while the store's status is Draft.`,
      },
    })
    expect(await loadStore(call, store.id)).toEqual(store)
  })

  test('a change that needs a reason is rejected without one or with one that is too long', async () => {
    const { id } = await createStore(call)
    await changeStatus(id, 1, { change: 'activate' })
    const buildRejection = (reason: string) => ({ status: 422, body: { fields: { reason } } })
    for (const body of [{}, { reason: '  ' }, { reason: null }])
      expect(await changeStatus(id, 2, { change: 'suspend', ...body })).toMatchObject(
        buildRejection('Reason is a required field'),
      )
    expect(
      await changeStatus(id, 2, { change: 'suspend', reason: 'x'.repeat(limits.statusReason + 1) }),
    ).toMatchObject(buildRejection('Reason must be at most 200 characters'))
    const longest = 'x'.repeat(limits.statusReason)
    expect(await changeStatus(id, 2, { change: 'suspend', reason: longest })).toMatchObject({
      status: 200,
      body: { statusReason: longest },
    })
  })

  test('a status change without a reason clears the previous reason', async () => {
    const { id } = await createStore(call)
    await changeStatus(id, 1, { change: 'archive', reason: 'No longer needed' })
    expect((await changeStatus(id, 2, { change: 'activate' })).body.statusReason).toBeNull()
  })

  test.each([{}, { change: 'explode' }, { change: 'toString' }, { change: 7 }])(
    'rejects %o as a change',
    async (body) => {
      const { id } = await createStore(call)
      expect(await changeStatus(id, 1, body)).toMatchObject({
        status: 422,
        body: { fields: { change: expect.any(String) } },
      })
    },
  )

  test('a change needs the current version of the store', async () => {
    const { id } = await createStore(call)
    const path = `/stores/${id}/status`
    const body = { change: 'activate' }
    expect((await call('POST', path, { body })).status).toBe(428)
    expect(await changeStatus(id, 2, body)).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { id, version: 1 } },
    })
    expect((await changeStatus(2 ** 30, 1, body)).status).toBe(404)
  })

  test('only one of two changes to the same version succeeds', async () => {
    const { id } = await createStore(call)
    const answers = await Promise.all([
      changeStatus(id, 1, { change: 'activate' }),
      changeStatus(id, 1, { change: 'archive', reason: 'Not needed' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [winner] = answers.filter(({ status }) => status === 200)
    expect(await loadStore(call, id)).toEqual(winner?.body)
    expect((await loadStore(call, id)).version).toBe(2)
  })

  test('a repeated request returns the first result and changes nothing', async () => {
    const { id } = await createStore(call)
    const key = randomUUID()
    const first = await changeStatus(id, 1, { change: 'activate' }, key)
    expect((await changeStatus(id, 1, { change: 'activate' }, key)).body).toEqual(first.body)
    expect((await loadStore(call, id)).version).toBe(2)
  })

  describe('Undoing a status change', () => {
    const undo = (id: number, version: number, key?: string) =>
      call('DELETE', `/stores/${id}/status`, { ifMatch: version, ...(key ? { key } : {}) })

    test('restores the previous status and reason, even of a draft, and is audited', async () => {
      const { id } = await createStore(call)
      await changeStatus(id, 1, { change: 'activate' })
      expect(await undo(id, 2)).toMatchObject({
        status: 200,
        body: { status: 'draft', version: 3 },
      })
      await changeStatus(id, 3, { change: 'activate' })
      await changeStatus(id, 4, { change: 'suspend', reason: 'Unpaid' })
      await changeStatus(id, 5, { change: 'archive', reason: 'Gone' })
      expect(await undo(id, 6)).toMatchObject({
        status: 200,
        body: { status: 'suspended', statusReason: 'Unpaid', version: 7 },
      })
      expect(await loadNewestEntries(call, 1)).toMatchObject([
        {
          event: 'stores.statusUndone',
          changes: { status: { before: 'archived', after: 'suspended' } },
        },
      ])
    })

    test('is rejected if the store has changed since', async () => {
      const { id } = await createStore(call)
      await changeStatus(id, 1, { change: 'activate' })
      await call('PATCH', `/stores/${id}`, { body: { notes: 'Mine' }, ifMatch: 2 })
      expect(await undo(id, 2)).toMatchObject({
        status: 409,
        body: { code: 'conflict', current: { version: 3 } },
      })
      expect(await undo(id, 3)).toMatchObject({
        status: 409,
        body: {
          code: 'wrong_state',
          detail:
            "The store's last change wasn't a status change, so there's no status change to undo.",
        },
      })
      expect(await loadStore(call, id)).toMatchObject({ status: 'active', version: 3 })
    })

    test('is rejected for a new store and for one that is scheduled for deletion', async () => {
      const { id, code } = await createStore(call)
      expect((await undo(id, 1)).body).toMatchObject({ code: 'wrong_state' })
      await changeStatus(id, 1, { change: 'activate' })
      await call('POST', `/stores/${id}/deletion`, { body: { code }, ifMatch: 2 })
      expect((await undo(id, 3)).body).toMatchObject({ code: 'wrong_state' })
      expect((await call('DELETE', `/stores/${id}/status`, {})).status).toBe(428)
    })

    test('is done once if the request is repeated', async () => {
      const { id } = await createStore(call)
      await changeStatus(id, 1, { change: 'activate' })
      const key = randomUUID()
      expect((await undo(id, 2, key)).body).toEqual((await undo(id, 2, key)).body)
      expect((await loadStore(call, id)).version).toBe(3)
    })
  })
})
