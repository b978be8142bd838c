import { beforeAll, describe, expect, test } from 'vitest'
import { optional, reference, references, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { addResourceTable } from '#server/platform/database/migrations/tables.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { insertRows, isStored, sampleValues } from '#tests/api/support/records.ts'

const one = ({ name }: Resource) => `${name}One`
const many = ({ name }: Resource) => `${name}Many`

/** Leads to records of every resource, by a field for one and by another for several, and is within a store. */
const things = defineResource({
  name: 'things',
  path: '/things',
  title: { one: 'thing', many: 'things' },
  about: 'What refers to all others.',
  permission: 'Sizes',
  fields: {
    name: text('Name', { max: 40 }),
    storeId: optional(reference('Store', 'stores')),
    ...Object.fromEntries(
      resources.flatMap((resource) => [
        [one(resource), optional(reference('One', { name: resource.name }))],
        [many(resource), references('Many', { name: resource.name })],
      ]),
    ),
  },
  scope: 'storeId',
  columns: ['name'],
  search: ['name'],
  sort: 'name',
  label: 'name',
  unique: [],
})

const table = addResourceTable('things', {
  text: ['name'],
  reference: ['storeId?', ...resources.map((resource) => `${one(resource)}?`)],
  references: resources.map(many),
  search: ['name'],
})

const gone = (label: string) => `${label}: this record doesn't exist, or it was deleted.`
const elsewhere = (label: string) => `${label}: this record belongs to another store`

describe.each(usually('PGlite'))('references on $name', (database) => {
  const platform = usePlatform(database, { definitions: [...resources, things] })
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
    await table.up(platform().platform.db)
  })
  const insert = async (resource: Resource, values: object = {}) => {
    const row = { ...sampleValues(resource), ...values }
    const [record] = await insertRows(platform(), resource, [row])
    return record?.id ?? 0
  }
  const create = (values: object) => call('POST', '/things', { body: { name: 'Thing', ...values } })

  describe.each(resources.filter(isStored))('to $name', (resource) => {
    test('that lead nowhere are refused at their fields, by every write', async () => {
      const [id, none] = [await insert(resource), 2_000_000_000]
      const wrong = { [one(resource)]: none, [many(resource)]: [id, none] }
      const fields = { [one(resource)]: gone('One'), [many(resource)]: gone('Many') }
      expect(await create(wrong)).toMatchObject({ status: 422, body: { fields } })

      const right = { [one(resource)]: id, [many(resource)]: [id] }
      const made = await create(right)
      expect(made).toMatchObject({ status: 201, body: right })
      const change = { body: wrong, ifMatch: 1 }
      expect(await call('PATCH', `/things/${made.body.id}`, change)).toMatchObject({
        status: 422,
        body: { fields },
      })
      const records = [
        { name: 'Right', ...right },
        { name: 'Wrong', ...wrong },
      ]
      const rows = [{ index: 1, fields }]
      for (const path of ['/things/many', '/things/many/check'])
        expect((await call('POST', path, { body: { records } })).body.rows).toEqual(rows)
    })

    test.runIf(resource.writes.includes('delete'))(
      'are told as uses, and keep the record from being deleted',
      async () => {
        const id = await insert(resource)
        const path = `/${resource.name}/${id}`
        const asOne = (await create({ name: 'A', [one(resource)]: id })).body
        const asMany = (await create({ name: 'B', [many(resource)]: [id] })).body
        await create({ name: 'C', [many(resource)]: [await insert(resource)] })
        const uses = [{ kind: 'thing', count: 2, examples: ['A', 'B'] }]
        expect((await call('GET', `${path}/uses`)).body).toEqual({ data: uses })
        const refused = await call('DELETE', path)
        expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', uses } })
        for (const made of [asOne, asMany]) await call('DELETE', `/things/${made.id}`)
        expect((await call('GET', `${path}/uses`)).body).toEqual({ data: [] })
        expect((await call('DELETE', path)).status).toBe(204)
      },
    )

    test.runIf(resource.writes.includes('delete'))(
      'are right after ten writes and a delete at once: used and kept, or gone and used by none',
      async () => {
        const id = await insert(resource)
        const [removed, ...made] = await Promise.all([
          call('DELETE', `/${resource.name}/${id}`),
          ...Array.from({ length: 10 }, () => create({ [many(resource)]: [id] })),
        ])
        const isKept = removed?.status === 409
        expect([204, 409]).toContain(removed?.status)
        if (!isKept) expect((await call('GET', `/${resource.name}/${id}`)).status).toBe(404)
        const filter = `filter[${many(resource)}][eq]=${id}`
        const { total } = (await call('GET', `/things?${filter}`)).body.page
        expect(total).toBe(isKept ? made.filter(({ status }) => status === 201).length : 0)
      },
    )

    test.runIf(resource.scope)('lead to what is in the same store', async () => {
      const [own, other] = [await insert(stores), await insert(stores)]
      const scope = resource.scope ?? ''
      const ids = [
        await insert(resource, { [scope]: own }),
        await insert(resource, { [scope]: other }),
      ]
      const right = { storeId: own, [one(resource)]: ids[0], [many(resource)]: [ids[0]] }
      const { body } = await create(right)
      const wrong = { ...right, [one(resource)]: ids[1], [many(resource)]: ids }
      const fields = { [one(resource)]: elsewhere('One'), [many(resource)]: elsewhere('Many') }
      expect(await create(wrong)).toMatchObject({ status: 422, body: { fields } })
      const moved = { body: { storeId: other }, ifMatch: 1 }
      expect(await call('PATCH', `/things/${body.id}`, moved)).toMatchObject({
        status: 422,
        body: { fields },
      })
      expect((await create({ ...wrong, storeId: null })).status).toBe(201)
    })
  })
})
