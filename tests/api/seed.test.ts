import { describe, expect, test } from 'vitest'
import { clientLists } from '#shared/platformCalls.ts'
import { seedEmptyDatabase } from '#server/platform/seed/seed.ts'
import { signedIn } from './support/calling.ts'
import { databases, usePlatform } from './support/databases.ts'

describe.each(databases)('a new platform on $name', (database) => {
  const platform = usePlatform(database, { seed: true })

  test('has something in each of the four lists', async () => {
    const call = await signedIn(platform())
    const totals = await Promise.all(
      clientLists.map(async (name) => (await call('GET', `/${name}`)).body.page.total),
    )
    expect(Object.fromEntries(clientLists.map((name, index) => [name, totals[index]]))).toEqual({
      catalogs: 3,
      categories: 8,
      sizes: 60,
      members: 300,
    })
  })

  test('has sizes that keep every rule of their definition', async () => {
    const call = await signedIn(platform())
    const { body } = await call('GET', '/sizes?limit=100')
    for (const { id, version, ...size } of body.data) {
      const renamed = { body: { name: `${size.name} again` }, ifMatch: version }
      expect((await call('PATCH', `/sizes/${id}`, renamed)).status).toBe(200)
      const { createdAt, createdBy, updatedAt, updatedBy, ...values } = size
      expect([createdAt, createdBy]).toEqual([updatedAt, updatedBy])
      const copy = { ...values, code: `~${values.code}` }
      expect((await call('POST', '/sizes', { body: copy })).status).toBe(201)
    }
  })

  test('keeps a size that products use from being deleted, and names some', async () => {
    const call = await signedIn(platform())
    const { body } = await call('GET', '/sizes?filter[group][eq]=one_size')
    const [{ id }] = body.data.filter(({ code }: { code: string }) => code === 'OS')
    const uses = [
      {
        kind: 'product',
        count: 10,
        examples: ['Baseball cap, black', 'Baseball cap, burgundy', 'Baseball cap, forest'],
      },
    ]
    expect((await call('GET', `/sizes/${id}/uses`)).body).toEqual({ data: uses })
    expect(await call('DELETE', `/sizes/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', uses },
    })
    expect((await call('GET', `/sizes/${id}`)).status).toBe(200)
  })

  test('answers no uses for a size of no product, and 404 for none', async () => {
    const call = await signedIn(platform())
    const { body } = await call('GET', '/sizes?filter[group][eq]=footwear_uk&limit=1')
    expect((await call('GET', `/sizes/${body.data[0].id}/uses`)).body).toEqual({ data: [] })
    expect((await call('GET', '/sizes/2147483647/uses')).status).toBe(404)
  })

  test('is not filled again, whatever was deleted since', async () => {
    const call = await signedIn(platform())
    const total = async () => (await call('GET', '/sizes')).body.page.total
    const { body } = await call('GET', '/sizes?filter[group][eq]=footwear_uk&limit=1')
    await call('DELETE', `/sizes/${body.data[0].id}`)
    const before = await total()
    await seedEmptyDatabase(platform().platform, 'somebody@example.com')
    expect(await total()).toBe(before)
  })
})
