import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canRestoreDeletedRecords } from '#shared/engine/undo.ts'
import { limits } from '#shared/limits.ts'
import { getLabelSource } from '#server/platform/core/records/labels.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, getShare, usePlatform } from '#tests/api/support/databases.ts'
import {
  clearTable,
  insertReferences,
  insertRows,
  buildSampleValues,
  fullyWritableResources,
} from '#tests/api/support/records.ts'

describe.each(databases)('Records on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  describe.each(getShare(database, fullyWritableResources))('$name', (resource) => {
    const path = `/${resource.name}`
    const { label } = resource.relations
    const { position } = resource.list
    const create = async (values = {}) =>
      (await call('POST', path, { body: { ...buildSampleValues(resource), ...values } })).body
    beforeAll(() => insertReferences(platform(), resource))
    beforeEach(async () => {
      await clearTable(platform(), resource)
    })

    test("saved values that break rules stay and don't block a change of another field", async () => {
      const tooLong = Object.entries(resource.fields).flatMap(([name, field]) =>
        field.kind === 'text' && !field.target && name !== label
          ? [[name, 'x'.repeat((field.max ?? 40) + 1)] as const]
          : [],
      )
      const sample = buildSampleValues(resource)
      const row = position ? { ...sample, [position]: 1 } : sample
      const old = Object.fromEntries(tooLong)
      const [record] = await insertRows(platform(), resource, [{ ...row, ...old }])
      const changed = buildSampleValues(resource)[label]
      const response = await call('PATCH', `${path}/${record?.id}`, {
        body: { ...old, [label]: changed },
        ifMatch: 1,
      })
      expect(response.body).toMatchObject({ ...old, [label]: changed })
      expect(response.status).toBe(200)
    })

    test('creating a record returns it with its ID, version, and timestamps', async () => {
      const values = buildSampleValues(resource)
      const referenceFields = Object.keys(resource.fields).filter(
        (name) => resource.fields[name] && getLabelSource(resource.fields[name]),
      )
      // References come with the label of their record.
      const labels = Object.fromEntries(
        referenceFields
          .filter((name) => typeof values[name] === 'number')
          .map((name) => [name, expect.any(String)]),
      )
      const { status, headers, body } = await call('POST', path, { body: values })
      expect(status).toBe(201)
      expect(headers.get('etag')).toBe('"1"')
      const { email } = platform().operator
      const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(body).toEqual({
        ...values,
        ...(position ? { [position]: 1 } : {}),
        ...Object.fromEntries(
          Object.entries(resource.derived ?? {}).map(([name, { required }]) => [
            name,
            required ? expect.anything() : expect.toBeOneOf([expect.anything(), null]),
          ]),
        ),
        ...Object.fromEntries(
          (resource.api.extraColumns ?? []).map((name) => [name, expect.toSatisfy(() => true)]),
        ),
        ...Object.fromEntries(
          Object.keys(resource.fields)
            .filter((name) => resource.fields[name]?.kind === 'secret')
            .map((name) => [name, expect.objectContaining({ set: values[name] !== null })]),
        ),
        // Derived references and lists of references have labels too.
        ...(referenceFields.length > 0 && { labels: expect.objectContaining(labels) }),
        id: expect.any(Number),
        version: 1,
        createdAt: instant,
        createdBy: email,
        updatedAt: instant,
        updatedBy: email,
      })
      expect((await call('GET', `${path}/${body.id}`)).body).toEqual(body)
    })

    test('texts are saved without surrounding blanks, and blank ones as null', async () => {
      const optional = Object.entries(resource.fields).findLast(
        ([, { kind, required }]) => kind === 'text' && !required,
      )?.[0]
      const values = { [label]: '  A name\t', ...(optional ? { [optional]: '   ' } : {}) }
      const record = await create(values)
      expect(record).toMatchObject({ [label]: 'A name', ...(optional ? { [optional]: null } : {}) })
    })

    test('rejects a record that breaks rules, with a sentence at each field', async () => {
      const required = Object.entries(resource.fields).filter(([, field]) => field.required)
      const { status, headers, body } = await call('POST', path, { body: { other: 1 } })
      expect(status).toBe(422)
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(body).toMatchObject({ code: 'invalid', requestId: expect.any(String) })
      expect(body.fields).toEqual({
        ...Object.fromEntries(
          required.map(([name, { label: text, missingMessage }]) => [
            name,
            missingMessage ?? `${text} is a required field`,
          ]),
        ),
        other: "There's no field named other",
      })
    })

    test('a change keeps the other fields and increases the version', async () => {
      const record = await create()
      platform().advance(1000)
      const response = await call('PATCH', `${path}/${record.id}`, {
        body: { [label]: 'Another' },
        ifMatch: record.version,
      })
      expect(response.status).toBe(200)
      expect(response.body).toEqual({
        ...record,
        [label]: 'Another',
        version: 2,
        updatedAt: expect.any(String),
      })
      expect(Date.parse(response.body.updatedAt)).toBeGreaterThan(Date.parse(record.updatedAt))
      expect((await call('GET', `${path}/${record.id}`)).body).toEqual(response.body)
    })

    test('a change to the same values changes nothing', async () => {
      const record = await create()
      const body = { [label]: record[label] }
      const response = await call('PATCH', `${path}/${record.id}`, { body, ifMatch: 1 })
      expect(response).toMatchObject({ status: 200, body: record })
    })

    test('rejects a change of an outdated version with the current record', async () => {
      const record = await create()
      const change = (name: string, ifMatch: number | string) =>
        call('PATCH', `${path}/${record.id}`, { body: { [label]: name }, ifMatch })
      const { body: current } = await change('Mine', 1)
      expect(await change('Yours', 1)).toMatchObject({
        status: 409,
        body: { code: 'conflict', current },
      })
      expect((await change('Yours', '"2"')).status).toBe(200)
    })

    test('rejects a change without If-Match with 428, and with an unreadable one with 400', async () => {
      const { id } = await create()
      const change = (options: object) =>
        call('PATCH', `${path}/${id}`, { body: { [label]: 'X' }, ...options })
      expect((await change({})).status).toBe(428)
      for (const ifMatch of ['*', 'abc', '"1', '0', '1.5', '-1', '9'.repeat(30)])
        expect(await change({ ifMatch })).toMatchObject({ status: 400 })
    })

    test('rejects a change of the version or creator, and clearing a required value', async () => {
      const { id } = await create()
      const body = { version: 9, createdBy: 'me', [label]: null }
      const response = await call('PATCH', `${path}/${id}`, { body, ifMatch: 1 })
      expect(response.status).toBe(422)
      expect(Object.keys(response.body.fields).sort()).toEqual(
        ['createdBy', label, 'version'].sort(),
      )
    })

    test('only one of several simultaneous changes is saved, and the others get the current record', async () => {
      const record = await create()
      const answers = await Promise.all(
        ['One', 'Two', 'Three', 'Four'].map((name) =>
          call('PATCH', `${path}/${record.id}`, { body: { [label]: name }, ifMatch: 1 }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const saved = answers.find(({ status }) => status === 200)?.body
      for (const { status, body } of answers)
        if (status === 409) expect(body.current).toEqual(saved)
    })

    test('a deleted record is no longer found', async () => {
      const { id } = await create()
      expect(await call('DELETE', `${path}/${id}`, { ifMatch: 1 })).toMatchObject({
        status: 204,
        body: null,
      })
      expect((await call('GET', `${path}/${id}`)).status).toBe(404)
      expect((await call('DELETE', `${path}/${id}`)).status).toBe(404)
    })

    describe.runIf(canRestoreDeletedRecords(resource))('Restoring a deleted record', () => {
      const createDeleted = async () => {
        const { id } = await create()
        const { body } = await call('PATCH', `${path}/${id}`, {
          body: { [label]: 'Taken back' },
          ifMatch: 1,
        })
        await call('DELETE', `${path}/${id}`, { ifMatch: 2 })
        return body
      }
      const restore = (id: number, ifMatch?: number, key = randomUUID()) =>
        call('POST', `${path}/${id}/restore`, { ...(ifMatch ? { ifMatch } : {}), key })

      test('restores the record under its ID with a new version', async () => {
        const before = await createDeleted()
        const { status, body } = await restore(before.id, 2)
        expect(status).toBe(200)
        expect(body).toEqual({ ...before, version: 3, updatedAt: expect.any(String) })
        expect((await call('GET', `${path}/${before.id}`)).body).toEqual(body)
        const { data } = (await call('GET', `${path}/${before.id}/history`)).body
        expect(data.map(({ event }: { event: string }) => event.split('.')[1])).toEqual([
          'restored',
          'deleted',
          'updated',
          'created',
        ])
      })

      test('restores only once, only the deleted version, and no existing record', async () => {
        const { id } = await createDeleted()
        expect((await restore(id)).status).toBe(428)
        expect(await restore(id, 1)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
        const key = randomUUID()
        expect((await restore(id, 2, key)).body).toEqual((await restore(id, 2, key)).body)
        expect(await restore(id, 2)).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
        expect((await restore(id + 1000, 2)).status).toBe(404)
      })

      test.runIf(resource.api.unique.length > 0)(
        'rejects the restore at a field whose value is now taken',
        async () => {
          const { id, ...before } = await createDeleted()
          const takenFields = Object.keys(resource.fields).map(
            (name) => [name, before[name]] as const,
          )
          expect((await call('POST', path, { body: Object.fromEntries(takenFields) })).status).toBe(
            201,
          )
          const rejected = await restore(id, 2)
          expect(rejected).toMatchObject({ status: 422, body: { code: 'invalid' } })
          expect(Object.keys(rejected.body.fields)).not.toEqual([])
        },
      )
    })

    test('rejects deleting an older version; a delete without a version succeeds', async () => {
      const record = await create()
      const body = { [label]: 'Changed' }
      await call('PATCH', `${path}/${record.id}`, { body, ifMatch: 1 })
      expect(await call('DELETE', `${path}/${record.id}`, { ifMatch: 1 })).toMatchObject({
        status: 409,
        body: { code: 'conflict', current: { [label]: 'Changed' } },
      })
      expect((await call('DELETE', `${path}/${record.id}`)).status).toBe(204)
    })

    test.each(['0', '-1', '1.5', 'abc', '99999999999', '2147483648', '1e3', '%00', 'constructor'])(
      "the ID %s isn't found",
      async (id) => {
        for (const [method, options] of [
          ['GET', {}],
          ['PATCH', { body: {}, ifMatch: 1 }],
          ['DELETE', {}],
        ] as const)
          expect(await call(method, `${path}/${id}`, options)).toMatchObject({
            status: 404,
            body: { code: 'not_found' },
          })
      },
    )

    describe.each(resource.api.unique)('Unique %s', (...names) => {
      const last = names.at(-1) ?? ''
      const label = (name: string) => resource.fields[name]?.label ?? name
      const within = names.slice(0, -1).map((name) => ` in this ${label(name)}`)
      const fields = { [last]: `${label(last)} is already used${within.join('')}` }

      test('rejects a taken value at the last field', async () => {
        const record = await create()
        const copied = Object.fromEntries(names.map((name) => [name, record[name]]))
        const body = { ...buildSampleValues(resource), ...copied }
        const response = await call('POST', path, { body })
        expect(response).toMatchObject({ status: 422, body: { code: 'invalid' } })
        expect(response.body.fields).toEqual(fields)

        const other = await create()
        const change = { body: copied, ifMatch: 1 }
        const rejected = await call('PATCH', `${path}/${other.id}`, change)
        // An immutable field can't be changed to any value.
        const expectedFields = resource.fields[last]?.immutable
          ? { [last]: `${label(last)} can't be changed` }
          : fields
        expect(rejected).toMatchObject({ status: 422, body: { fields: expectedFields } })
      })

      test('only one of ten equal simultaneous records is created', async () => {
        const body = buildSampleValues(resource)
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => call('POST', path, { body })),
        )
        const created = answers.filter(({ status }) => status === 201)
        const rejected = answers.filter(({ status }) => status === 422)
        expect([created.length, rejected.length]).toEqual([1, 9])
      })

      test('a list with taken values reports each row and creates nothing', async () => {
        const taken = await create()
        const one = buildSampleValues(resource)
        // Copies only these fields: others may be unique too.
        const copyUnique = (other: Record<string, unknown>) => ({
          ...buildSampleValues(resource),
          ...Object.fromEntries(names.map((name) => [name, other[name]])),
        })
        const records = [one, copyUnique(taken), buildSampleValues(resource), copyUnique(one)]
        const response = await call('POST', `${path}/many`, { body: { records } })
        expect(response).toMatchObject({ status: 422, body: { code: 'invalid' } })
        expect(response.body.rows).toEqual([
          { index: 1, fields },
          { index: 3, fields },
        ])
        expect((await call('GET', path)).body.page.total).toBe(1)
      })

      test('invalid and taken values are reported together, also by a check', async () => {
        const taken = await create()
        const copy = Object.fromEntries(names.map((name) => [name, taken[name]]))
        const invalid = { ...buildSampleValues(resource), unheardOf: 1 }
        const records = [
          invalid,
          { ...invalid, ...copy },
          { ...buildSampleValues(resource), ...copy },
        ]
        const rows = [
          { index: 0, fields: { unheardOf: "There's no field named unheardOf" } },
          { index: 1, fields: { ...fields, unheardOf: "There's no field named unheardOf" } },
          { index: 2, fields },
        ]
        expect((await call('POST', `${path}/many`, { body: { records } })).body.rows).toEqual(rows)
        expect(await call('POST', `${path}/many/check`, { body: { records } })).toMatchObject({
          status: 200,
          body: { rows },
        })
        const valid = { records: [buildSampleValues(resource)] }
        expect((await call('POST', `${path}/many/check`, { body: valid })).body.rows).toEqual([])
        expect((await call('GET', path)).body.page.total).toBe(1)
      })
    })

    test('many records are created at once, in the given order', async () => {
      const records = Array.from({ length: limits.createMany }, () => buildSampleValues(resource))
      const { status, body } = await call('POST', `${path}/many`, { body: { records } })
      expect(status).toBe(201)
      const labels = records.map((values) => values[label])
      expect(body.data.map((record: Record<string, unknown>) => record[label])).toEqual(labels)
      if (position)
        expect(body.data.map((record: Record<string, unknown>) => record[position])).toEqual(
          records.map((_, index) => index + 1),
        )
    })

    test('a list with invalid records reports their rows and creates nothing', async () => {
      const records = [
        buildSampleValues(resource),
        { ...buildSampleValues(resource), [label]: '' },
        {},
      ]
      const { status, body } = await call('POST', `${path}/many`, { body: { records } })
      expect(status).toBe(422)
      expect(body.rows.map((row: { index: number }) => row.index)).toEqual([1, 2])
      expect(body.rows[0].fields).toEqual({
        [label]: `${resource.fields[label]?.label} is a required field`,
      })
      expect((await call('GET', path)).body.page.total).toBe(0)
    })

    test.each([
      ['no records', {}],
      ['an empty list', { records: [] }],
      ['too many records', { records: Array.from({ length: limits.createMany + 1 }, () => ({})) }],
      ["a record that isn't an object", { records: ['x'] }],
      ['a null record', { records: [null] }],
    ])('creating many with %s is a bad request', async (_what, body) => {
      expect(await call('POST', `${path}/many`, { body })).toMatchObject({ status: 400 })
    })
  })

  describe.each(
    fullyWritableResources.flatMap((resource) => {
      const { position } = resource.list
      return position ? [{ ...resource, position }] : []
    }),
  )('Order of $name', (resource) => {
    const { position, name } = resource
    beforeAll(() => insertReferences(platform(), resource))
    const reorder = (ids: unknown, key = randomUUID()) =>
      call('PUT', `/${name}/order`, { body: { ids }, key })
    const loadOrder = async () =>
      (await call('GET', `/${name}?sort=${position}`)).body.data.map(
        (record: Record<string, unknown>) => [record['id'], record[position], record['version']],
      )
    const insertAtPositions = async (positions: (number | null)[]) => {
      await clearTable(platform(), resource)
      const rows = positions.map((place) => ({ ...buildSampleValues(resource), [position]: place }))
      return (await insertRows(platform(), resource, rows)).map(({ id }) => id)
    }

    test('the given records share their places in the new order', async () => {
      const [a, b, c, d, e] = await insertAtPositions([1, 2, 3, 4, 5])
      expect((await reorder([d, b])).status).toBe(204)
      expect(await loadOrder()).toEqual([
        [a, 1, 1],
        [d, 2, 2],
        [c, 3, 1],
        [b, 4, 2],
        [e, 5, 1],
      ])
    })

    test('gaps, ties, and empty positions become 1, 2, 3', async () => {
      const [a, b, c, d] = await insertAtPositions([7, 7, null, 100])
      expect((await reorder([a])).status).toBe(204)
      expect(await loadOrder()).toEqual([
        [a, 1, 2],
        [b, 2, 2],
        [d, 3, 2],
        [c, 4, 2],
      ])
    })

    test('rejects unknown and repeated IDs', async () => {
      const [a = 0, b = 0] = await insertAtPositions([1, 2])
      for (const ids of [[a, a], [b + 1000], [a, b + 1000]])
        expect(await reorder(ids)).toMatchObject({ status: 422, body: { code: 'invalid' } })
      for (const ids of [undefined, 'x', [1.5], ['1'], [0], [2 ** 31], [null]])
        expect((await reorder(ids)).status).toBe(400)
      expect(await loadOrder()).toEqual([
        [a, 1, 1],
        [b, 2, 1],
      ])
    })

    test('rejects a reorder from an outdated order, with the record that moved', async () => {
      const [a = 0, b = 0, c = 0] = await insertAtPositions([1, 2, 3])
      const reorderFrom = (ids: number[], was: number[]) =>
        call('PUT', `/${name}/order`, { body: { ids, was } })
      expect((await reorder([b, a])).status).toBe(204)
      const rejected = await reorderFrom([a, b, c], [a, b, c])
      expect(rejected).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect([a, b]).toContain(rejected.body.current.id)
      expect((await reorderFrom([a, b], [b, a])).status).toBe(204)
      expect((await loadOrder()).map(([id]: unknown[]) => id)).toEqual([a, b, c])
    })

    test('simultaneous reorders leave each position once', async () => {
      const ids = await insertAtPositions([1, 2, 3, 4, 5, 6])
      const orders = ids.map((_, shift) => [...ids.slice(shift), ...ids.slice(0, shift)])
      const answers = await Promise.all(orders.map((order) => reorder(order)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
      const places = (await loadOrder()).map(([, place]: unknown[]) => place)
      expect(places).toEqual([1, 2, 3, 4, 5, 6])
    })

    test('simultaneous new records go to the end, each with its own position', async () => {
      await insertAtPositions([40])
      const answers = await Promise.all(
        Array.from({ length: 5 }, () =>
          call('POST', `/${name}`, { body: buildSampleValues(resource) }),
        ),
      )
      const places = answers.map(({ body }) => body[position]).sort()
      expect(places).toEqual([41, 42, 43, 44, 45])
    })

    test('clearing a position moves the record to the end', async () => {
      const [a] = await insertAtPositions([1, 2])
      const change = { body: { [position]: null }, ifMatch: 1 }
      expect((await call('PATCH', `/${name}/${a}`, change)).body[position]).toBe(3)
    })
  })
})
