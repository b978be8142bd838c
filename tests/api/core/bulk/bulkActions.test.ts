import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { refreshMarkedStores } from '#server/platform/areas/stores/figures/refreshStoreStats.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { getOutcomes } from '#tests/api/support/jobKinds.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { allPermissions, expandPermissions } from '#tests/api/support/permissions.ts'
import { insertMembers, insertTheme, createStore, loadStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))('Bulk actions of areas on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const loadOutcomes = (id: number) => getOutcomes(platform().platform.db, id)
  const run = async (id: number) => {
    await runProductJob(platform(), id)
    return loadOutcomes(id)
  }
  const plan = (request: object, callAs = call, resource = 'stores') =>
    callAs('POST', `/${resource}/bulk/plan`, { body: request })
  const start = async (id: number, resource = 'stores') =>
    (await call('POST', `/${resource}/bulk`, { body: { plan: id } })).body.id
  const undo = async (id: number) => run((await call('POST', `/jobs/${id}/undo`)).body.id)
  const getIds = (records: AnyRecord[]) => records.map(({ id }) => id)
  const createActiveStore = async (name: string) => {
    const store = await createStore(call, { name })
    const body = { change: 'activate' }
    return (await call('POST', `/stores/${store.id}/status`, { body, ifMatch: 1 })).body
  }

  test('suspending stores needs a reason, leaves suspended ones unchanged, and can be undone', async () => {
    const [one, two, draft] = [
      await createActiveStore('A1'),
      await createActiveStore('B1'),
      await createStore(call),
    ]
    await insertMembers(platform(), one.id, 3)
    await refreshMarkedStores(platform().platform.db, platform().platform.now())
    await call('PATCH', `/stores/${one.id}`, { body: { notes: 'x' }, ifMatch: 2 })
    const ids = getIds([one, two, draft])
    expect(await plan({ action: 'suspend', ids, values: {} })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Reason is a required field' } },
    })
    const { body } = await plan({ action: 'suspend', ids, values: { reason: 'Unpaid' } })
    expect(body.counts).toEqual({ changes: 2, unchanged: 0, refused: 1, total: 3 })
    expect(body.first[0]).toMatchObject({
      label: 'A1',
      before: { status: 'active' },
      after: { status: 'suspended', statusReason: 'Unpaid' },
    })
    expect(body.refused[0].sentence).toContain('Draft')
    expect(body.reaches[0]).toBe('The selected stores have 3 members in total.')
    const job = await start(body.id)
    expect(await run(job)).toEqual([
      ['A1', 'done', null],
      ['B1', 'done', null],
      [draft.name, 'refused', body.refused[0].sentence],
    ])
    expect(await loadStore(call, two.id)).toMatchObject({
      status: 'suspended',
      statusReason: 'Unpaid',
      version: 3,
    })
    const { data } = (await call('GET', `/audit?limit=2`)).body
    expect(data.map(({ event }: { event: string }) => event)).toEqual([
      'stores.suspended',
      'stores.suspended',
    ])
    const secondPlan = await plan({ action: 'suspend', ids, values: { reason: 'Unpaid' } })
    expect(secondPlan.body.counts).toMatchObject({ changes: 0, unchanged: 2, refused: 1 })
    expect(
      await call('POST', '/stores/bulk', { body: { plan: secondPlan.body.id } }),
    ).toMatchObject({
      status: 409,
    })
    // An operator activates one store in the meantime: the undo must not change it.
    const body2 = { change: 'activate' }
    await call('POST', `/stores/${one.id}/status`, { body: body2, ifMatch: 4 })
    expect(await undo(job)).toEqual([
      ['B1', 'done', null],
      ['A1', 'refused', expect.stringMatching(/^.+ changed this record in the meantime: Status/)],
    ])
    expect((await loadStore(call, two.id)).status).toBe('active')
  })

  /**
   * For each kind of bulk job: an action, and a function that creates two records. The job rejects
   * the second one.
   */
  const rejectingActions: [string, string, object, () => Promise<number[]>][] = [
    [
      'stores',
      'suspend',
      { reason: 'x' },
      async () => getIds([await createActiveStore('Yes'), await createStore(call)]),
    ],
    [
      'stores',
      'change',
      { notes: 'x' },
      async () => getIds([await createStore(call), await createHeldStore()]),
    ],
    [
      'organisations',
      'delete',
      {},
      async () => getIds([await createOrganisation(), await createUsedOrganisation()]),
    ],
    ['paymentAttempts', 'retry', {}, createFailedAttempts],
  ]
  async function createHeldStore() {
    const store = await createStore(call)
    const body = { code: store.code }
    await call('POST', `/stores/${store.id}/deletion`, { body, ifMatch: store.version })
    return store
  }
  const createOrganisation = async () =>
    (await call('POST', '/organisations', { body: { name: randomUUID() } })).body
  async function createUsedOrganisation() {
    const created = await createOrganisation()
    await createStore(call, { organisationId: created.id })
    return created
  }
  async function createFailedAttempts() {
    const { db, now } = platform().platform
    const order = { storeId: Number((await createStore(call)).id), at: now().toISOString() }
    const orders = [
      await insertFailedOrder(db, order),
      await insertFailedOrder(db, { ...order, decline: { code: 'stolen_card' } }),
    ]
    const { rows } = await sql<{ id: number }>`select id from payment_attempts
      where order_id = any(${orders}::int[]) order by order_id`.execute(db)
    return rows.map(({ id }) => id)
  }

  test.each(rejectingActions)(
    '%s, %s: the job lists the row that its plan rejected and never runs it',
    async (resource, action, values, createRecords) => {
      const ids = await createRecords()
      const { body } = await plan({ action, ids, values }, call, resource)
      expect(body.counts).toEqual({ changes: 1, unchanged: 0, refused: 1, total: 2 })
      const id = await start(body.id, resource)
      const loadRejectedRows = async () =>
        (await call('GET', `/jobs/${id}/rows?outcome=refused`)).body.data.filter(
          ({ targetId }: { targetId: number }) => targetId === ids[1],
        )
      const [{ sentence }] = body.refused
      const rejectedRows = await loadRejectedRows()
      expect(rejectedRows).toMatchObject([{ sentence, endedAt: expect.any(String) }])
      expect((await call('GET', `/jobs/${id}`)).body).toMatchObject({
        title: expect.stringContaining(' 1 '),
        rows: { waiting: 1, refused: 1, total: 2 },
        refusedByPlan: 1,
      })
      await call('POST', `/jobs/${id}/cancel`)
      await call('POST', `/jobs/${id}/retry`)
      expect((await call('GET', `/jobs/${id}`)).body.rows).toMatchObject({ waiting: 1, refused: 1 })
      platform().advance(60_000)
      await run(id)
      expect(await loadRejectedRows()).toEqual(rejectedRows)
    },
  )

  test.each([
    ['startMaintenance', 'maintenance'],
    ['archive', 'archived'],
  ])('stores can be changed with %s, and an undo reverts it', async (action, status) => {
    const store = await createActiveStore(action)
    const values = { reason: 'Spring' }
    const { body } = await plan({ action, ids: [store.id], values })
    const job = await start(body.id)
    await run(job)
    expect((await loadStore(call, store.id)).status).toBe(status)
    await undo(job)
    expect((await loadStore(call, store.id)).status).toBe('active')
  })

  test("activating stores warns per store and in total about what members can't do", async () => {
    const [one, two] = [
      await createStore(call, { name: 'N1' }),
      await createStore(call, { name: 'N2' }),
    ]
    await insertMembers(platform(), two.id, 2)
    await call('POST', `/stores/${two.id}/checks`)
    const ids = getIds([one, two])
    const { body } = await plan({ action: 'activate', ids, values: {} })
    const single = (await call('GET', `/stores/${one.id}/readiness`)).body
    expect(body.first[0].warns).toEqual(
      expect.arrayContaining([
        `${single.percent}% ready.`,
        "Members don't receive emails.",
        "Members can't pay.",
      ]),
    )
    expect(body.warns[0]).toMatch(
      /^2 stores aren't ready \(\d+%.*\)\. If you open them to members now:$/,
    )
    expect(body.warns).toContain("2 of 2 stores: Members can't pay.")
    const archivePlan = await plan({ action: 'archive', ids, values: { reason: 'x' } })
    expect(archivePlan.body).toMatchObject({ warns: [], first: [{ warns: [] }, { warns: [] }] })
  })

  test('a complete store is activated without a warning', async () => {
    const store = await createStore(call, { name: 'Ready' })
    await sql`update stores set readiness = 100, readiness_checks = '[]' where id = ${store.id}`.execute(
      platform().platform.db,
    )
    const { body } = await plan({ action: 'activate', ids: [store.id], values: {} })
    expect(body).toMatchObject({ counts: { changes: 1 }, warns: [], first: [{ warns: [] }] })
  })

  test('the plan lists what uses the records', async () => {
    const { body: created } = await call('POST', '/organisations', { body: { name: 'Reached' } })
    const change = { action: 'change', ids: [created.id], values: { notes: 'x' } }
    const loadImpact = async () => (await plan(change, call, 'organisations')).body.reaches
    expect(await loadImpact()).toHaveLength(1)
    await createStore(call, { name: 'R1', organisationId: created.id })
    await createStore(call, { name: 'R2', organisationId: created.id })
    expect((await loadImpact())[0]).toBe('Used by 2 stores.')
  })

  test('rejects a store that is scheduled for deletion', async () => {
    const store = await createActiveStore('Held')
    await call('POST', `/stores/${store.id}/deletion`, { body: { code: store.code }, ifMatch: 2 })
    const { body } = await plan({ action: 'activate', ids: [store.id], values: {} })
    expect(body.counts).toMatchObject({ changes: 0, refused: 1 })
    expect(body.refused[0].sentence).toContain('deleted')
  })

  test('themes can be assigned, and tags added and removed, all with undo', async () => {
    const [draft, theme] = [
      await insertTheme(platform(), 'draft'),
      await insertTheme(platform(), 'published'),
    ]
    const stores = [
      await createStore(call, { name: 'T1', tags: ['old'] }),
      await createStore(call, { name: 'T2', tags: ['new'] }),
    ]
    const ids = getIds(stores)
    const runAction = async (action: string, values: object) => {
      const { body } = await plan({ action, ids, values })
      const job = await start(body.id)
      await run(job)
      return { job, ...body }
    }
    const loadField = async (field: string) =>
      Promise.all(ids.map(async (id) => (await loadStore(call, id))[field]))
    expect(await plan({ action: 'assignTheme', ids, values: { themeId: draft } })).toMatchObject({
      status: 422,
      body: { fields: { themeId: expect.stringContaining('published') } },
    })
    expect((await plan({ action: 'assignTheme', ids, values: { themeId: 9999 } })).status).toBe(422)
    const assigned = await runAction('assignTheme', { themeId: theme })
    expect(await loadField('themeId')).toEqual([theme, theme])
    await undo(assigned.job)
    expect(await loadField('themeId')).toEqual([null, null])
    const added = await runAction('addTag', { tag: 'new' })
    expect(added.counts).toMatchObject({ changes: 1, unchanged: 1 })
    expect(added.reaches[0]).toContain("Members don't see tags")
    expect(await loadField('tags')).toEqual([['old', 'new'], ['new']])
    const removed = await runAction('removeTag', { tag: 'new' })
    expect(await loadField('tags')).toEqual([['old'], []])
    await undo(removed.job)
    expect(await loadField('tags')).toEqual([['old', 'new'], ['new']])
  })

  test('the export lists unchanged rows with the reason', async () => {
    const [one, same] = [
      await createActiveStore('A2'),
      await createStore(call, { name: 'B2', tags: ['new'] }),
    ]
    const values = { tag: 'new' }
    const { body } = await plan({ action: 'addTag', ids: getIds([one, same]), values })
    expect(body.counts).toEqual({ changes: 1, unchanged: 1, refused: 0, total: 2 })
    const job = await start(body.id)
    await run(job)
    const file = String((await call('GET', `/jobs/${job}/rows/export`)).body)
    const actor = platform().operator.email
    expect(file).toMatch(RegExp(`\r\nA2,${one.id},done,Tags,,new,${actor},,,2`))
    expect(file).toMatch(RegExp(`\r\nB2,${same.id},unchanged,,,,${actor},,Nothing to change\\.,2`))
  })

  test('the export of a job has each field before and after, the actor, and the reason', async () => {
    const store = await createActiveStore('Filed')
    const values = { reason: 'Contract ended' }
    const { body } = await plan({ action: 'suspend', ids: getIds([store]), values })
    const job = await start(body.id)
    await run(job)
    const file = String((await call('GET', `/jobs/${job}/rows/export`)).body)
    const actor = platform().operator.email
    expect(file).toMatch(
      RegExp(`\r\nFiled,${store.id},done,Status,active,suspended,${actor},Contract ended,,2`),
    )
  })

  test("users can be suspended and moved between groups with undo, except for the operator's own account", async () => {
    const account = await platform().addAccount(expandPermissions(['Sizes']))
    const callAsAccount = await openSession(platform(), account)
    const ids = [account.id, platform().operator.id]
    const values = { reason: 'Left' }
    const { body } = await plan({ action: 'suspend', ids, values }, call, 'users')
    expect(body.counts).toMatchObject({ changes: 1, refused: 1 })
    expect(body.reaches[0]).toBe('1 of these users will be signed out immediately.')
    const job = await start(body.id, 'users')
    await run(job)
    expect((await callAsAccount('GET', '/sizes')).status).toBe(401)
    expect((await call('GET', `/users/${account.id}`)).body.status).toBe('suspended')
    await undo(job)
    expect((await call('GET', `/users/${account.id}`)).body.status).toBe('active')

    // Only operators have groups.
    await sql`update users set s_identifier = 1 where id = ${account.id}`.execute(
      platform().platform.db,
    )
    const group = {
      name: randomUUID(),
      permissions: expandPermissions(['Colors']),
      allStores: true,
    }
    const { body: created } = await call('POST', '/userGroups', {
      body: { ...group, storeIds: [] },
    })
    const addPlan = await plan(
      { action: 'addToGroup', ids: [account.id], values: { groupId: created.id } },
      call,
      'users',
    )
    expect(addPlan.body.refused).toEqual([])
    expect(addPlan.body.reaches.slice(0, 2)).toEqual([
      `The group has ${group.permissions.length} permissions.`,
      'Users in this group can access all stores.',
    ])
    await run(await start(addPlan.body.id, 'users'))
    const loadGroupIds = async () => (await call('GET', `/users/${account.id}`)).body.groupIds
    expect(await loadGroupIds()).toContain(created.id)

    const removal = { action: 'removeFromGroup', values: { groupId: created.id } }
    const removePlan = await plan(
      { ...removal, ids: [account.id, platform().operator.id] },
      call,
      'users',
    )
    expect(removePlan.body.counts).toMatchObject({ changes: 1, unchanged: 1, refused: 0 })
    const removeJob = await start(removePlan.body.id, 'users')
    await run(removeJob)
    expect(await loadGroupIds()).not.toContain(created.id)
    await undo(removeJob)
    expect(await loadGroupIds()).toContain(created.id)
  })

  test("a limited account plans only for its stores, and no account starts another's plan", async () => {
    const [ownStore, otherStore] = [
      await createActiveStore('Mine'),
      await createActiveStore('Other'),
    ]
    const callAsLimited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [ownStore.id]),
    )
    const values = { reason: 'Unpaid' }
    const { body } = await plan({ action: 'suspend', query: '', values }, callAsLimited)
    expect(body.counts.total).toBe(1)
    const rejected = await plan({ action: 'suspend', ids: [otherStore.id], values }, callAsLimited)
    expect(rejected).toMatchObject({ status: 422 })
    expect(await call('POST', '/stores/bulk', { body: { plan: body.id } })).toMatchObject({
      status: 404,
    })
  })

  test('a bulk deletion needs the delete permission', async () => {
    const color = (
      await call('POST', '/colors', {
        body: { name: 'Blue', code: randomUUID().slice(0, 8), hex: '#0000ff', active: true },
      })
    ).body
    const callAsWriter = await openSession(
      platform(),
      await platform().addAccount(['Colors:write']),
    )
    expect(await plan({ action: 'delete', ids: [color.id] }, callAsWriter, 'colors')).toMatchObject(
      {
        status: 403,
        body: { permission: 'Colors:delete' },
      },
    )
  })

  test('a plan expires after half an hour', async () => {
    const store = await createActiveStore('Late')
    const { body } = await plan({ action: 'suspend', ids: [store.id], values: { reason: 'x' } })
    platform().advance(31 * 60_000)
    expect(await call('POST', '/stores/bulk', { body: { plan: body.id } })).toMatchObject({
      status: 409,
      body: { detail: 'This preview has expired. Preview the changes again.' },
    })
  })
})
