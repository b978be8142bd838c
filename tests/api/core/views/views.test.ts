import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { expandPermissions } from '#tests/api/support/permissions.ts'

describe.each(chooseDatabases('PostgreSQL'))('Views on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let callAsAnn: Caller
  let callAsBen: Caller
  beforeAll(async () => {
    callAsAnn = await openSession(platform())
    callAsBen = await openSession(
      platform(),
      await platform().addAccount(expandPermissions(['Colors', 'Sizes'])),
    )
  })
  const list = async (call: Caller, resource = 'colors') =>
    (await call('GET', `/views?resource=${resource}`)).body.data
  const save = (call: Caller, values: object) =>
    call('POST', '/views', { body: { resource: 'colors', address: '', shared: false, ...values } })
  const savePreference = (call: Caller, name: string, value: string[] | null) =>
    call('PUT', `/preferences/${name}`, { body: { value } })

  test('a view is saved with its URL, counts its records, and is private until it is shared', async () => {
    const address = 'search=blue&sort=-name&columns=name%2Chex'
    const created = await save(callAsAnn, { name: 'Blue ones', address })
    expect(created.status).toBe(201)
    const { page } = (await callAsAnn('GET', '/colors?search=blue')).body
    const [view] = await list(callAsAnn)
    expect(view).toEqual({
      id: created.body.id,
      name: 'Blue ones',
      address,
      shared: false,
      mine: true,
      isDefault: false,
      count: { total: page.total, totalIsCapped: false },
      why: null,
      saved: null,
    })
    expect(await list(callAsBen)).toEqual([])
    expect((await callAsAnn('PATCH', `/views/${view.id}`, { body: { shared: true } })).status).toBe(
      200,
    )
    expect(await list(callAsBen)).toMatchObject([{ name: 'Blue ones', mine: false, shared: true }])
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await callAsBen(method, `/views/${view.id}`, { body: { name: 'Mine' } })).status,
      ).toBe(404)
    expect((await callAsAnn('DELETE', `/views/${view.id}`)).status).toBe(204)
    expect(await list(callAsBen)).toEqual([])
  })

  describe('Saved selections', () => {
    const loadColors = async (call: Caller, query = '') =>
      (await call('GET', `/colors?${query}`)).body
    const saveSelection = async (selection: object, values: object = {}) =>
      save(callAsAnn, { name: 'Pilot', selection, ...values })

    test('shows, exports, and plans exactly the selected records', async () => {
      const { data } = await loadColors(callAsAnn, 'limit=5&sort=name')
      const ids: number[] = data.slice(1, 4).map(({ id }: { id: number }) => id)
      const { status, body } = await saveSelection({ ids })
      expect(status).toBe(201)
      const [view] = await list(callAsAnn)
      expect(view).toMatchObject({
        address: `selection=${body.id}`,
        count: { total: 3 },
        saved: 3,
        why: null,
      })
      const shown = await loadColors(callAsAnn, `${view.address}&sort=name`)
      expect(shown.data.map(({ id }: { id: number }) => id)).toEqual(ids)
      const plan = await callAsAnn('POST', '/colors/bulk/plan', {
        body: { action: 'delete', values: {}, query: view.address },
      })
      expect(plan.status, JSON.stringify(plan.body)).toBe(200)
      expect(plan.body.counts.total).toBe(3)
      const file = await callAsAnn('GET', `/colors/export?${view.address}&columns=id&sort=name`)
      expect(file.status).toBe(200)
      await callAsAnn('DELETE', `/views/${body.id}`)
    })

    test('saves what a filter finds, and says how many records are left', async () => {
      const created = await callAsAnn('POST', '/colors', {
        body: { name: 'Zz gone', code: 'zz-gone', hex: '#123456', active: true },
      })
      const { page } = await loadColors(callAsAnn, 'search=zz')
      const { body } = await saveSelection({ query: 'search=zz' })
      expect((await list(callAsAnn))[0]).toMatchObject({ saved: page.total })
      await callAsAnn('DELETE', `/colors/${created.body.id}`, { ifMatch: created.body.version })
      expect((await list(callAsAnn))[0]).toMatchObject({
        saved: page.total,
        count: { total: page.total - 1 },
      })
      await callAsAnn('DELETE', `/views/${body.id}`)
    })

    test("is used only by its owner until it's shared, and only for its own list", async () => {
      const { data } = await loadColors(callAsAnn, 'limit=1')
      const { body } = await saveSelection({ ids: [data[0].id] })
      const ask = async (call: Caller, path: string) =>
        (await call('GET', `${path}?selection=${body.id}`)).status
      expect(await ask(callAsAnn, '/colors')).toBe(200)
      expect(await ask(callAsBen, '/colors')).toBe(400)
      expect(await ask(callAsAnn, '/sizes')).toBe(400)
      await callAsAnn('PATCH', `/views/${body.id}`, { body: { shared: true } })
      expect(await ask(callAsBen, '/colors')).toBe(200)
      // A view that names it shows why it no longer works after it's deleted.
      const address = `selection=${body.id}`
      const other = await save(callAsBen, { name: 'On top', address })
      await callAsAnn('DELETE', `/views/${body.id}`)
      expect(await list(callAsBen)).toMatchObject([
        {
          count: null,
          why: "This saved selection doesn't exist anymore, or isn't shared with you",
        },
      ])
      await callAsBen('DELETE', `/views/${other.body.id}`)
    })

    test.each([
      ['both IDs and a query', { ids: [1], query: '' }],
      ['neither', {}],
      ['no records', { query: 'search=nothing at all' }],
      ['a text', 'all'],
    ])('rejects %s with a sentence', async (_what, selection) => {
      const { status, body } = await saveSelection(selection as object)
      expect(status).toBe(422)
      expect(body.fields.selection).toMatch(/\.$/)
    })

    test('is in the log with the number of its records', async () => {
      const { data } = await loadColors(callAsAnn, 'limit=2')
      const { body } = await saveSelection({ ids: data.map(({ id }: { id: number }) => id) })
      const { data: entries } = (await callAsAnn('GET', '/audit?limit=5')).body
      expect(JSON.stringify(entries)).toContain('views.created')
      await callAsAnn('DELETE', `/views/${body.id}`)
    })
  })

  test('each operator can order the views and choose a default view', async () => {
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three'])
      ids.push(String((await save(callAsAnn, { name, shared: true })).body.id))
    await savePreference(callAsAnn, 'views.colors', ids.toReversed())
    await savePreference(callAsBen, 'view.colors', [ids[1] ?? ''])
    const loadNames = async (call: Caller) =>
      (await list(call)).map(({ name }: { name: string }) => name)
    expect(await loadNames(callAsAnn)).toEqual(['Three', 'Two', 'One'])
    expect(await loadNames(callAsBen)).toEqual(['One', 'Three', 'Two'])
    const defaults = (await list(callAsBen)).filter(
      ({ isDefault }: { isDefault: boolean }) => isDefault,
    )
    expect(defaults).toMatchObject([{ name: 'Two' }])
    for (const id of ids) await callAsAnn('DELETE', `/views/${id}`)
  })

  test("the list always includes the operator's own and default views, however many are shared", async () => {
    const { db } = platform().platform
    await sql`insert into views (user_id, resource, name, address, shared, updated_at)
      select min(id), 'sizes', 'Of another ' || lpad(n::text, 3, '0'), '', true, now()
      from users, generate_series(1, 120) as n group by n`.execute(db)
    const { rows } = await sql<{ id: number }>`
      select id from views where name = 'Of another 120'`.execute(db)
    const defaultId = String(rows[0]?.id)
    const ownView = await save(callAsBen, { name: 'Zz mine', resource: 'sizes' })
    expect(ownView.status).toBe(201)
    await savePreference(callAsBen, 'view.sizes', [defaultId])
    const views = await list(callAsBen, 'sizes')
    expect(views).toHaveLength(100)
    expect(views.at(-1)).toMatchObject({ name: 'Zz mine', mine: true })
    expect(views.at(-2)).toMatchObject({ name: 'Of another 120', isDefault: true })
  })

  test('a view can be changed to show everything', async () => {
    const { id } = (await save(callAsAnn, { name: 'Blue', address: 'search=blue' })).body
    await callAsAnn('PATCH', `/views/${id}`, { body: { address: '' } })
    expect(await list(callAsAnn)).toMatchObject([{ id, address: '' }])
    await callAsAnn('DELETE', `/views/${id}`)
  })

  test('rejects the second of two simultaneous views with the same name', async () => {
    const responses = await Promise.all([1, 2].map(() => save(callAsAnn, { name: 'At once' })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422])
    for (const { body, status } of responses)
      if (status === 201) await callAsAnn('DELETE', `/views/${body.id}`)
  })

  test('a view with an outdated filter has a reason and no count', async () => {
    const { body } = await save(callAsAnn, { name: 'Old', address: 'filter[family][contains]=x' })
    await sql`update views set address = 'filter[gone][eq]=1' where id = ${body.id}`.execute(
      platform().platform.db,
    )
    const [view] = await list(callAsAnn)
    expect(view).toMatchObject({ name: 'Old', count: null, why: expect.any(String) })
    await callAsAnn('DELETE', `/views/${body.id}`)
  })

  test('rejects an invalid view with a sentence', async () => {
    const { body } = await save(callAsAnn, { name: 'Taken' })
    expect(await save(callAsAnn, { name: 'taken' })).toMatchObject({
      status: 422,
      body: { fields: { name: 'You already have a view with this name.' } },
    })
    expect((await save(callAsBen, { name: 'Taken' })).status).toBe(201)
    expect((await save(callAsAnn, { name: ' ' })).status).toBe(422)
    expect(await save(callAsAnn, { name: 'Wrong', address: 'filter[none][eq]=1' })).toMatchObject({
      status: 422,
      body: { fields: { address: expect.any(String) } },
    })
    expect((await save(callAsAnn, { name: 'Where', resource: 'storeDefaults' })).status).toBe(400)
    expect((await callAsAnn('GET', '/views')).status).toBe(400)
    await callAsAnn('DELETE', `/views/${body.id}`)
  })

  test('views need the permission to read their list', async () => {
    expect(await callAsBen('GET', '/views?resource=stores')).toMatchObject({
      status: 403,
      body: { permission: 'storesRead:read' },
    })
    expect((await save(callAsBen, { name: 'x', resource: 'stores' })).status).toBe(403)
  })

  test('a view is found by any valid ID, and other IDs are not found', async () => {
    await sql`alter table views alter column id restart with 2147483647`.execute(
      platform().platform.db,
    )
    expect((await save(callAsAnn, { name: 'Last' })).body.id).toBe(2_147_483_647)
    for (const odd of ['0', 'x', '2147483648', '02147483647', '99999999999'])
      expect((await callAsAnn('DELETE', `/views/${odd}`)).status).toBe(404)
    expect((await callAsAnn('DELETE', '/views/2147483647')).status).toBe(204)
  })
})
