import { beforeAll, describe, expect, test } from 'vitest'
import { optional, reference, references, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { resources } from '#shared/areas/index.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { toColumnName } from '#server/platform/database/toColumnName.ts'
import * as columns from '#server/platform/database/migrations/tables.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertRows, isInsertable, buildSampleValues } from '#tests/api/support/records.ts'

const getOneField = ({ name }: Resource) => `${name}One`
const getManyField = ({ name }: Resource) => `${name}Many`

/**
 * Refers to records of every resource by two fields, one for a single record and one for several.
 */
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
        [getOneField(resource), optional(reference('One', { name: resource.name }))],
        [getManyField(resource), references('Many', { name: resource.name })],
      ]),
    ),
  },
  list: { columns: ['name'], search: ['name'], sort: 'name' },
  api: { unique: [] },
  relations: { label: 'name', scope: 'storeId' },
})

const thingColumns = {
  ...columns.recordColumns,
  name: columns.text,
  store_id: columns.optional(columns.integer),
  ...Object.fromEntries(
    resources.flatMap((resource) => [
      [toColumnName(getOneField(resource)), columns.optional(columns.integer)],
      [toColumnName(getManyField(resource)), columns.idList],
    ]),
  ),
  search_text: columns.searchText('name'),
}

const formatMissing = (label: string) => `${label}: this record doesn't exist, or it was deleted.`
const formatOtherStore = (label: string) => `${label}: this record belongs to another store`

describe.each(chooseDatabases('PGlite'))('References on $name', (database) => {
  const platform = usePlatform(database, { areas: [{ name: 'things', resources: [things] }] })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    await columns.createTable(platform().platform.db, 'things', thingColumns)
  })
  const insert = async (resource: Resource, values: object = {}) => {
    const row = { ...buildSampleValues(resource), ...values }
    const [record] = await insertRows(platform(), resource, [row])
    return record?.id ?? 0
  }
  const create = (values: object) => call('POST', '/things', { body: { name: 'Thing', ...values } })

  describe.each(resources.filter(isInsertable))('to $name', (resource) => {
    test('every write rejects references to missing records at their fields', async () => {
      const [id, missingId] = [await insert(resource), 2_000_000_000]
      const invalid = {
        [getOneField(resource)]: missingId,
        [getManyField(resource)]: [id, missingId],
      }
      const fields = {
        [getOneField(resource)]: formatMissing('One'),
        [getManyField(resource)]: formatMissing('Many'),
      }
      expect(await create(invalid)).toMatchObject({ status: 422, body: { fields } })

      const valid = { [getOneField(resource)]: id, [getManyField(resource)]: [id] }
      const created = await create(valid)
      expect(created).toMatchObject({ status: 201, body: valid })
      const change = { body: invalid, ifMatch: 1 }
      expect(await call('PATCH', `/things/${created.body.id}`, change)).toMatchObject({
        status: 422,
        body: { fields },
      })
      const records = [
        { name: 'Right', ...valid },
        { name: 'Wrong', ...invalid },
      ]
      const rows = [{ index: 1, fields }]
      for (const path of ['/things/many', '/things/many/check'])
        expect((await call('POST', path, { body: { records } })).body.rows).toEqual(rows)
    })

    test.runIf(resource.api.writes.includes('delete'))(
      'references are listed as uses and block the deletion of the record',
      async () => {
        const id = await insert(resource)
        const path = `/${resource.name}/${id}`
        const usedAsOne = (await create({ name: 'A', [getOneField(resource)]: id })).body
        const usedAsMany = (await create({ name: 'B', [getManyField(resource)]: [id] })).body
        await create({ name: 'C', [getManyField(resource)]: [await insert(resource)] })
        const uses = [{ kind: 'thing', count: 2, examples: ['A', 'B'] }]
        expect((await call('GET', `${path}/uses`)).body).toEqual({ data: uses })
        const rejected = await call('DELETE', path)
        expect(rejected).toMatchObject({ status: 409, body: { code: 'in_use', uses } })
        for (const created of [usedAsOne, usedAsMany]) await call('DELETE', `/things/${created.id}`)
        expect((await call('GET', `${path}/uses`)).body).toEqual({ data: [] })
        expect((await call('DELETE', path)).status).toBe(204)
      },
    )

    test.runIf(resource.api.writes.includes('delete'))(
      'simultaneous writes and a deletion end with a used record or with none and no uses',
      async () => {
        const id = await insert(resource)
        const [deletion, ...created] = await Promise.all([
          call('DELETE', `/${resource.name}/${id}`),
          ...Array.from({ length: 10 }, () => create({ [getManyField(resource)]: [id] })),
        ])
        const isKept = deletion?.status === 409
        expect([204, 409]).toContain(deletion?.status)
        if (!isKept) expect((await call('GET', `/${resource.name}/${id}`)).status).toBe(404)
        const filter = `filter[${getManyField(resource)}][eq]=${id}`
        const { total } = (await call('GET', `/things?${filter}`)).body.page
        expect(total).toBe(isKept ? created.filter(({ status }) => status === 201).length : 0)
      },
    )

    test.runIf(resource.relations.scope)(
      'rejects references to records of another store',
      async () => {
        const [ownStore, otherStore] = [await insert(stores), await insert(stores)]
        const scope = resource.relations.scope ?? ''
        const ids = [
          await insert(resource, { [scope]: ownStore }),
          await insert(resource, { [scope]: otherStore }),
        ]
        const valid = {
          storeId: ownStore,
          [getOneField(resource)]: ids[0],
          [getManyField(resource)]: [ids[0]],
        }
        const { body } = await create(valid)
        const invalid = { ...valid, [getOneField(resource)]: ids[1], [getManyField(resource)]: ids }
        const fields = {
          [getOneField(resource)]: formatOtherStore('One'),
          [getManyField(resource)]: formatOtherStore('Many'),
        }
        expect(await create(invalid)).toMatchObject({ status: 422, body: { fields } })
        const storeChange = { body: { storeId: otherStore }, ifMatch: 1 }
        expect(await call('PATCH', `/things/${body.id}`, storeChange)).toMatchObject({
          status: 422,
          body: { fields },
        })
        expect((await create({ ...invalid, storeId: null })).status).toBe(201)
      },
    )
  })
})
