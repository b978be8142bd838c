import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { rightsOf } from '#tests/api/support/rights.ts'

describe.each(usually('PostgreSQL'))('views on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let ann: Caller
  let ben: Caller
  beforeAll(async () => {
    ann = await signedIn(platform())
    ben = await signedIn(platform(), await platform().addAccount(rightsOf(['Colors', 'Sizes'])))
  })
  const list = async (call: Caller, resource = 'colors') =>
    (await call('GET', `/views?resource=${resource}`)).body.data
  const save = (call: Caller, values: object) =>
    call('POST', '/views', { body: { resource: 'colors', address: '', shared: false, ...values } })
  const prefer = (call: Caller, name: string, value: string[] | null) =>
    call('PUT', `/preferences/${name}`, { body: { value } })

  test('are kept with their address, count what they show, and are one’s own until they are shared', async () => {
    const address = 'search=blue&sort=-name&columns=name%2Chex'
    const made = await save(ann, { name: 'Blue ones', address })
    expect(made.status).toBe(201)
    const { page } = (await ann('GET', '/colors?search=blue')).body
    const [view] = await list(ann)
    expect(view).toEqual({
      id: made.body.id,
      name: 'Blue ones',
      address,
      shared: false,
      mine: true,
      isDefault: false,
      count: { total: page.total, totalIsCapped: false },
      why: null,
    })
    expect(await list(ben)).toEqual([])
    expect((await ann('PATCH', `/views/${view.id}`, { body: { shared: true } })).status).toBe(200)
    expect(await list(ben)).toMatchObject([{ name: 'Blue ones', mine: false, shared: true }])
    for (const method of ['PATCH', 'DELETE'])
      expect((await ben(method, `/views/${view.id}`, { body: { name: 'Mine' } })).status).toBe(404)
    expect((await ann('DELETE', `/views/${view.id}`)).status).toBe(204)
    expect(await list(ben)).toEqual([])
  })

  test('stand in the order of each operator, who may begin with one of them', async () => {
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three'])
      ids.push(String((await save(ann, { name, shared: true })).body.id))
    await prefer(ann, 'views.colors', ids.toReversed())
    await prefer(ben, 'view.colors', [ids[1] ?? ''])
    const names = async (call: Caller) =>
      (await list(call)).map(({ name }: { name: string }) => name)
    expect(await names(ann)).toEqual(['Three', 'Two', 'One'])
    expect(await names(ben)).toEqual(['One', 'Three', 'Two'])
    const defaults = (await list(ben)).filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    expect(defaults).toMatchObject([{ name: 'Two' }])
    for (const id of ids) await ann('DELETE', `/views/${id}`)
  })

  test('of one’s own and those that one chose are answered, however many others share', async () => {
    const { db } = platform().platform
    await sql`insert into views (user_id, resource, name, address, shared, updated_at)
      select min(id), 'sizes', 'Of another ' || lpad(n::text, 3, '0'), '', true, now()
      from users, generate_series(1, 120) as n group by n`.execute(db)
    const { rows } = await sql<{ id: number }>`
      select id from views where name = 'Of another 120'`.execute(db)
    const chosen = String(rows[0]?.id)
    const own = await save(ben, { name: 'Zz mine', resource: 'sizes' })
    expect(own.status).toBe(201)
    await prefer(ben, 'view.sizes', [chosen])
    const told = await list(ben, 'sizes')
    expect(told).toHaveLength(100)
    expect(told.at(-1)).toMatchObject({ name: 'Zz mine', mine: true })
    expect(told.at(-2)).toMatchObject({ name: 'Of another 120', isDefault: true })
  })

  test('are changed to show everything', async () => {
    const { id } = (await save(ann, { name: 'Blue', address: 'search=blue' })).body
    await ann('PATCH', `/views/${id}`, { body: { address: '' } })
    expect(await list(ann)).toMatchObject([{ id, address: '' }])
    await ann('DELETE', `/views/${id}`)
  })

  test('of one name, kept twice at once, are one: the other is refused', async () => {
    const twice = await Promise.all([1, 2].map(() => save(ann, { name: 'At once' })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 422])
    for (const { body, status } of twice)
      if (status === 201) await ann('DELETE', `/views/${body.id}`)
  })

  test('say so when their filter no longer fits, and count nothing', async () => {
    const { body } = await save(ann, { name: 'Old', address: 'filter[family][contains]=x' })
    await sql`update views set address = 'filter[gone][eq]=1' where id = ${body.id}`.execute(
      platform().platform.db,
    )
    const [view] = await list(ann)
    expect(view).toMatchObject({ name: 'Old', count: null, why: expect.any(String) })
    await ann('DELETE', `/views/${body.id}`)
  })

  test('are refused with a sentence where they are not right', async () => {
    const { body } = await save(ann, { name: 'Taken' })
    expect(await save(ann, { name: 'taken' })).toMatchObject({
      status: 422,
      body: { fields: { name: 'You already have a view with this name.' } },
    })
    expect((await save(ben, { name: 'Taken' })).status).toBe(201)
    expect((await save(ann, { name: ' ' })).status).toBe(422)
    expect(await save(ann, { name: 'Wrong', address: 'filter[none][eq]=1' })).toMatchObject({
      status: 422,
      body: { fields: { address: expect.any(String) } },
    })
    expect((await save(ann, { name: 'Where', resource: 'storeDefaults' })).status).toBe(400)
    expect((await ann('GET', '/views')).status).toBe(400)
    await ann('DELETE', `/views/${body.id}`)
  })

  test('need the right to read the list', async () => {
    expect(await ben('GET', '/views?resource=stores')).toMatchObject({
      status: 403,
      body: { permission: 'storesRead:read' },
    })
    expect((await save(ben, { name: 'x', resource: 'stores' })).status).toBe(403)
  })

  test('are found by every id that the database gives, and no other is one', async () => {
    await sql`alter table views alter column id restart with 2147483647`.execute(
      platform().platform.db,
    )
    expect((await save(ann, { name: 'Last' })).body.id).toBe(2_147_483_647)
    for (const odd of ['0', 'x', '2147483648', '02147483647', '99999999999'])
      expect((await ann('DELETE', `/views/${odd}`)).status).toBe(404)
    expect((await ann('DELETE', '/views/2147483647')).status).toBe(204)
  })
})
