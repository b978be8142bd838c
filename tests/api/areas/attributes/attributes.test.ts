import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PGlite'))('Attributes and their values on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const loadRecords = async (path: string) => (await call('GET', path)).body.data
  const findAttribute = async (code: string) =>
    (await loadRecords(`/attributes?filter[code][contains]=${code}`))[0]
  const loadValues = ({ id }: { id: number }) =>
    loadRecords(`/subAttributes?filter[attributeId][eq]=${id}&sort=position&limit=100`)
  const createValue = (attributeId: number, label: string, more = {}) =>
    call('POST', '/subAttributes', {
      body: {
        attributeId,
        label,
        code: label,
        swatch: null,
        position: null,
        active: true,
        ...more,
      },
    })

  test('an attribute counts its values', async () => {
    const fit = await findAttribute('fit')
    expect(fit.subAttributes).toBe((await loadValues(fit)).length)
    const { body } = await createValue(fit.id, 'Boxy')
    expect((await findAttribute('fit')).subAttributes).toBe(fit.subAttributes + 1)
    await call('DELETE', `/subAttributes/${body.id}`)
    expect((await findAttribute('fit')).subAttributes).toBe(fit.subAttributes)
  })

  test("the code of an attribute can't be changed", async () => {
    const { id, version, code } = await findAttribute('season')
    const updateAttribute = (body: object) =>
      call('PATCH', `/attributes/${id}`, { body, ifMatch: version })
    expect(await updateAttribute({ code: 'time_of_year' })).toMatchObject({
      status: 422,
      body: { fields: { code: "Code can't be changed" } },
    })
    expect((await updateAttribute({ code, unit: null })).status).toBe(200)
  })

  test("only some attribute types have values, and the type can't change while there are values", async () => {
    const weight = await findAttribute('weight')
    const rejection = await createValue(weight.id, 'Heavy')
    expect(rejection).toMatchObject({ status: 422 })
    expect(rejection.body.fields.label).toContain('Only attributes with the type')
    const { id, version, subAttributes } = await findAttribute('material')
    const typeChange = await call('PATCH', `/attributes/${id}`, {
      body: { type: 'number' },
      ifMatch: version,
    })
    expect(typeChange.body.fields.type).toContain(`The attribute has ${subAttributes} values`)
  })

  test('each attribute has its own order of values', async () => {
    const trim = await findAttribute('trim')
    const before = await loadValues(trim)
    const newValue = (await createValue(trim.id, 'Last')).body
    expect(newValue.position).toBe(before.length + 1)
    const ids = [newValue, ...before].map(({ id }) => id)
    expect((await call('PUT', '/subAttributes/order', { body: { ids } })).status).toBe(204)
    const after = await loadValues(trim)
    expect(after.map((one: { id: number; position: number }) => [one.id, one.position])).toEqual(
      ids.map((id, index) => [id, index + 1]),
    )
    const first = (await loadValues(await findAttribute('fit')))[0]
    expect(first.position).toBe(1)
    const mixed = { ids: [newValue.id, first.id] }
    expect((await call('PUT', '/subAttributes/order', { body: mixed })).status).toBe(422)
    const positionReset = { body: { position: null }, ifMatch: after[0].version }
    const last = await call('PATCH', `/subAttributes/${after[0].id}`, positionReset)
    expect(last.body.position).toBe(after.length + 1)
  })

  test("a value that products use and an attribute with values can't be deleted", async () => {
    const material = await findAttribute('material')
    const [cotton] = await loadValues(material)
    const blocked = await call('DELETE', `/subAttributes/${cotton.id}`)
    expect(blocked).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect(blocked.body.uses[0].kind).toBe('product')
    expect((await call('DELETE', `/attributes/${material.id}`)).body.uses).toMatchObject([
      { kind: 'attribute value', count: material.subAttributes },
    ])
  })
})
