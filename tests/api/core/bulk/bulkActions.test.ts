import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { refreshMarkedStores } from '#server/platform/areas/stores/figures/refreshStoreStats.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { outcomesOf } from '#tests/api/support/jobKinds.ts'
import { failedOrder } from '#tests/api/support/orders.ts'
import { everyRight, rightsOf } from '#tests/api/support/rights.ts'
import { addMembers, addTheme, newStore, storeNow } from '#tests/api/support/stores.ts'

describe.each(usually('PostgreSQL'))('what areas let one do to many on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const outcomes = (id: number) => outcomesOf(platform().platform.db, id)
  const run = async (id: number) => {
    await runProductJob(platform(), id)
    return outcomes(id)
  }
  const plan = (what: object, by = call, resource = 'stores') =>
    by('POST', `/${resource}/bulk/plan`, { body: what })
  const start = async (id: number, resource = 'stores') =>
    (await call('POST', `/${resource}/bulk`, { body: { plan: id } })).body.id
  const undo = async (id: number) => run((await call('POST', `/jobs/${id}/undo`)).body.id)
  const idsOf = (records: AnyRecord[]) => records.map(({ id }) => id)
  const active = async (name: string) => {
    const store = await newStore(call, { name })
    const body = { change: 'activate' }
    return (await call('POST', `/stores/${store.id}/status`, { body, ifMatch: 1 })).body
  }

  test('stores are suspended for a reason, those that are so already stay, and undo activates them', async () => {
    const [one, two, draft] = [await active('A1'), await active('B1'), await newStore(call)]
    await addMembers(platform(), one.id, 3)
    await refreshMarkedStores(platform().platform.db, platform().platform.now())
    await call('PATCH', `/stores/${one.id}`, { body: { notes: 'x' }, ifMatch: 2 })
    const ids = idsOf([one, two, draft])
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
    expect(await storeNow(call, two.id)).toMatchObject({
      status: 'suspended',
      statusReason: 'Unpaid',
      version: 3,
    })
    const { data } = (await call('GET', `/audit?limit=2`)).body
    expect(data.map(({ event }: { event: string }) => event)).toEqual([
      'stores.suspended',
      'stores.suspended',
    ])
    const again = await plan({ action: 'suspend', ids, values: { reason: 'Unpaid' } })
    expect(again.body.counts).toMatchObject({ changes: 0, unchanged: 2, refused: 1 })
    expect(await call('POST', '/stores/bulk', { body: { plan: again.body.id } })).toMatchObject({
      status: 409,
    })
    // One is activated by hand meanwhile: that stays.
    const body2 = { change: 'activate' }
    await call('POST', `/stores/${one.id}/status`, { body: body2, ifMatch: 4 })
    expect(await undo(job)).toEqual([
      ['B1', 'done', null],
      ['A1', 'refused', expect.stringMatching(/^.+ changed this record in the meantime: Status/)],
    ])
    expect((await storeNow(call, two.id)).status).toBe('active')
  })

  /** Of each way in which a job does things to many: what does it, and two records of which it refuses the second. */
  const refusing: [string, string, object, () => Promise<number[]>][] = [
    [
      'stores',
      'suspend',
      { reason: 'x' },
      async () => idsOf([await active('Yes'), await newStore(call)]),
    ],
    ['stores', 'change', { notes: 'x' }, async () => idsOf([await newStore(call), await held()])],
    ['organisations', 'delete', {}, async () => idsOf([await organisation(), await used()])],
    ['paymentAttempts', 'retry', {}, failedAttempts],
  ]
  async function held() {
    const store = await newStore(call)
    const body = { code: store.code }
    await call('POST', `/stores/${store.id}/deletion`, { body, ifMatch: store.version })
    return store
  }
  const organisation = async () =>
    (await call('POST', '/organisations', { body: { name: randomUUID() } })).body
  async function used() {
    const made = await organisation()
    await newStore(call, { organisationId: made.id })
    return made
  }
  async function failedAttempts() {
    const { db, now } = platform().platform
    const told = { storeId: Number((await newStore(call)).id), at: now().toISOString() }
    const orders = [
      await failedOrder(db, told),
      await failedOrder(db, { ...told, decline: { code: 'stolen_card' } }),
    ]
    const { rows } = await sql<{ id: number }>`select id from payment_attempts
      where order_id = any(${orders}::int[]) order by order_id`.execute(db)
    return rows.map(({ id }) => id)
  }

  test.each(refusing)(
    '%s, %s: what the plan refused is told by the job with its sentence, and not tried, whatever becomes of the rest',
    async (resource, action, values, make) => {
      const ids = await make()
      const { body } = await plan({ action, ids, values }, call, resource)
      expect(body.counts).toEqual({ changes: 1, unchanged: 0, refused: 1, total: 2 })
      const id = await start(body.id, resource)
      const refusedRows = async () =>
        (await call('GET', `/jobs/${id}/rows?outcome=refused`)).body.data.filter(
          ({ targetId }: { targetId: number }) => targetId === ids[1],
        )
      const [{ sentence }] = body.refused
      const told = await refusedRows()
      expect(told).toMatchObject([{ sentence, endedAt: expect.any(String) }])
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
      expect(await refusedRows()).toEqual(told)
    },
  )

  test.each([
    ['startMaintenance', 'maintenance'],
    ['archive', 'archived'],
  ])('stores: %s', async (action, status) => {
    const store = await active(action)
    const values = { reason: 'Spring' }
    const { body } = await plan({ action, ids: [store.id], values })
    const job = await start(body.id)
    await run(job)
    expect((await storeNow(call, store.id)).status).toBe(status)
    await undo(job)
    expect((await storeNow(call, store.id)).status).toBe('active')
  })

  test('activating tells of each store, and in sum, what members could not do', async () => {
    const [one, two] = [await newStore(call, { name: 'N1' }), await newStore(call, { name: 'N2' })]
    await addMembers(platform(), two.id, 2)
    await call('POST', `/stores/${two.id}/checks`)
    const ids = idsOf([one, two])
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
    const suspended = await plan({ action: 'archive', ids, values: { reason: 'x' } })
    expect(suspended.body).toMatchObject({ warns: [], first: [{ warns: [] }, { warns: [] }] })
  })

  test('a store that lacks nothing members need is opened without a warning', async () => {
    const store = await newStore(call, { name: 'Ready' })
    await sql`update stores set readiness = 100, readiness_checks = '[]' where id = ${store.id}`.execute(
      platform().platform.db,
    )
    const { body } = await plan({ action: 'activate', ids: [store.id], values: {} })
    expect(body).toMatchObject({ counts: { changes: 1 }, warns: [], first: [{ warns: [] }] })
  })

  test('what refers to the records that change is told with the plan', async () => {
    const { body: made } = await call('POST', '/organisations', { body: { name: 'Reached' } })
    const change = { action: 'change', ids: [made.id], values: { notes: 'x' } }
    const reaches = async () => (await plan(change, call, 'organisations')).body.reaches
    expect(await reaches()).toHaveLength(1)
    await newStore(call, { name: 'R1', organisationId: made.id })
    await newStore(call, { name: 'R2', organisationId: made.id })
    expect((await reaches())[0]).toBe('Used by 2 stores.')
  })

  test('a store that is about to be deleted is refused', async () => {
    const store = await active('Held')
    await call('POST', `/stores/${store.id}/deletion`, { body: { code: store.code }, ifMatch: 2 })
    const { body } = await plan({ action: 'activate', ids: [store.id], values: {} })
    expect(body.counts).toMatchObject({ changes: 0, refused: 1 })
    expect(body.refused[0].sentence).toContain('deleted')
  })

  test('themes are assigned, tags come and go, all with undo', async () => {
    const [draft, theme] = [
      await addTheme(platform(), 'draft'),
      await addTheme(platform(), 'published'),
    ]
    const stores = [
      await newStore(call, { name: 'T1', tags: ['old'] }),
      await newStore(call, { name: 'T2', tags: ['new'] }),
    ]
    const ids = idsOf(stores)
    const done = async (action: string, values: object) => {
      const { body } = await plan({ action, ids, values })
      const job = await start(body.id)
      await run(job)
      return { job, ...body }
    }
    const now = async (field: string) =>
      Promise.all(ids.map(async (id) => (await storeNow(call, id))[field]))
    expect(await plan({ action: 'assignTheme', ids, values: { themeId: draft } })).toMatchObject({
      status: 422,
      body: { fields: { themeId: expect.stringContaining('published') } },
    })
    expect((await plan({ action: 'assignTheme', ids, values: { themeId: 9999 } })).status).toBe(422)
    const assigned = await done('assignTheme', { themeId: theme })
    expect(await now('themeId')).toEqual([theme, theme])
    await undo(assigned.job)
    expect(await now('themeId')).toEqual([null, null])
    const added = await done('addTag', { tag: 'new' })
    expect(added.counts).toMatchObject({ changes: 1, unchanged: 1 })
    expect(added.reaches[0]).toContain("Members don't see tags")
    expect(await now('tags')).toEqual([['old', 'new'], ['new']])
    const removed = await done('removeTag', { tag: 'new' })
    expect(await now('tags')).toEqual([['old'], []])
    await undo(removed.job)
    expect(await now('tags')).toEqual([['old', 'new'], ['new']])
  })

  test('what was so already as it was planned stands in the file of its rows, with why', async () => {
    const [one, same] = [await active('A2'), await newStore(call, { name: 'B2', tags: ['new'] })]
    const values = { tag: 'new' }
    const { body } = await plan({ action: 'addTag', ids: idsOf([one, same]), values })
    expect(body.counts).toEqual({ changes: 1, unchanged: 1, refused: 0, total: 2 })
    const job = await start(body.id)
    await run(job)
    const file = String((await call('GET', `/jobs/${job}/rows/export`)).body)
    const actor = platform().operator.email
    expect(file).toMatch(RegExp(`\r\nA2,${one.id},done,Tags,,new,${actor},,,2`))
    expect(file).toMatch(RegExp(`\r\nB2,${same.id},unchanged,,,,${actor},,Nothing to change\\.,2`))
  })

  test('the file of a job has each field before and after, who did it, and the reason', async () => {
    const one = await active('Filed')
    const values = { reason: 'Contract ended' }
    const { body } = await plan({ action: 'suspend', ids: idsOf([one]), values })
    const job = await start(body.id)
    await run(job)
    const file = String((await call('GET', `/jobs/${job}/rows/export`)).body)
    const actor = platform().operator.email
    expect(file).toMatch(
      RegExp(`\r\nFiled,${one.id},done,Status,active,suspended,${actor},Contract ended,,2`),
    )
  })

  test('users are suspended and signed out, never oneself, and come back; groups are added and taken away', async () => {
    const account = await platform().addAccount(rightsOf(['Sizes']))
    const theirs = await signedIn(platform(), account)
    const ids = [account.id, platform().operator.id]
    const values = { reason: 'Left' }
    const { body } = await plan({ action: 'suspend', ids, values }, call, 'users')
    expect(body.counts).toMatchObject({ changes: 1, refused: 1 })
    expect(body.reaches[0]).toBe('1 of these users will be signed out immediately.')
    const job = await start(body.id, 'users')
    await run(job)
    expect((await theirs('GET', '/sizes')).status).toBe(401)
    expect((await call('GET', `/users/${account.id}`)).body.status).toBe('suspended')
    await undo(job)
    expect((await call('GET', `/users/${account.id}`)).body.status).toBe('active')

    // Groups are operators'.
    await sql`update users set s_identifier = 1 where id = ${account.id}`.execute(
      platform().platform.db,
    )
    const group = { name: randomUUID(), permissions: rightsOf(['Colors']), allStores: true }
    const { body: made } = await call('POST', '/userGroups', { body: { ...group, storeIds: [] } })
    const added = await plan(
      { action: 'addToGroup', ids: [account.id], values: { groupId: made.id } },
      call,
      'users',
    )
    expect(added.body.refused).toEqual([])
    expect(added.body.reaches.slice(0, 2)).toEqual([
      `The group has ${group.permissions.length} permissions.`,
      'Users in this group can access all stores.',
    ])
    await run(await start(added.body.id, 'users'))
    const groupIds = async () => (await call('GET', `/users/${account.id}`)).body.groupIds
    expect(await groupIds()).toContain(made.id)

    const removal = { action: 'removeFromGroup', values: { groupId: made.id } }
    const removed = await plan(
      { ...removal, ids: [account.id, platform().operator.id] },
      call,
      'users',
    )
    expect(removed.body.counts).toMatchObject({ changes: 1, unchanged: 1, refused: 0 })
    const removing = await start(removed.body.id, 'users')
    await run(removing)
    expect(await groupIds()).not.toContain(made.id)
    await undo(removing)
    expect(await groupIds()).toContain(made.id)
  })

  test('an account for some stores plans for those alone, and nobody starts the plan of another', async () => {
    const [mine, other] = [await active('Mine'), await active('Other')]
    const one = await signedIn(platform(), await platform().addAccount(everyRight, [mine.id]))
    const values = { reason: 'Unpaid' }
    const { body } = await plan({ action: 'suspend', query: '', values }, one)
    expect(body.counts.total).toBe(1)
    const outside = await plan({ action: 'suspend', ids: [other.id], values }, one)
    expect(outside).toMatchObject({ status: 422 })
    expect(await call('POST', '/stores/bulk', { body: { plan: body.id } })).toMatchObject({
      status: 404,
    })
  })

  test('deleting many needs the right to delete', async () => {
    const color = (
      await call('POST', '/colors', {
        body: { name: 'Blue', code: randomUUID().slice(0, 8), hex: '#0000ff', active: true },
      })
    ).body
    const writes = await signedIn(platform(), await platform().addAccount(['Colors:write']))
    expect(await plan({ action: 'delete', ids: [color.id] }, writes, 'colors')).toMatchObject({
      status: 403,
      body: { permission: 'Colors:delete' },
    })
  })

  test('a plan is kept for half an hour', async () => {
    const store = await active('Late')
    const { body } = await plan({ action: 'suspend', ids: [store.id], values: { reason: 'x' } })
    platform().advance(31 * 60_000)
    expect(await call('POST', '/stores/bulk', { body: { plan: body.id } })).toMatchObject({
      status: 409,
      body: { detail: 'This plan has expired. Preview the changes again.' },
    })
  })
})
