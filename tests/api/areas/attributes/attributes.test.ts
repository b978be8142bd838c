import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

describe.each(usually('PGlite'))('attributes and their values on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const named = async (path: string) => (await call('GET', path)).body.data
  const attribute = async (code: string) =>
    (await named(`/attributes?filter[code][contains]=${code}`))[0]
  const valuesOf = ({ id }: { id: number }) =>
    named(`/subAttributes?filter[attributeId][eq]=${id}&sort=position&limit=100`)
  const value = (attributeId: number, label: string, more = {}) =>
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

  test('an attribute knows how many values it has', async () => {
    const fit = await attribute('fit')
    expect(fit.subAttributes).toBe((await valuesOf(fit)).length)
    const { body } = await value(fit.id, 'Boxy')
    expect((await attribute('fit')).subAttributes).toBe(fit.subAttributes + 1)
    await call('DELETE', `/subAttributes/${body.id}`)
    expect((await attribute('fit')).subAttributes).toBe(fit.subAttributes)
  })

  test('a code is given once and stays', async () => {
    const { id, version, code } = await attribute('season')
    const change = (body: object) => call('PATCH', `/attributes/${id}`, { body, ifMatch: version })
    expect(await change({ code: 'time_of_year' })).toMatchObject({
      status: 422,
      body: { fields: { code: "Code can't be changed" } },
    })
    expect((await change({ code, unit: null })).status).toBe(200)
  })

  test('only attributes of some types have values, and keep such a type while they do', async () => {
    const weight = await attribute('weight')
    const refused = await value(weight.id, 'Heavy')
    expect(refused).toMatchObject({ status: 422 })
    expect(refused.body.fields.label).toContain('Only attributes with the type')
    const { id, version, subAttributes } = await attribute('material')
    const changed = await call('PATCH', `/attributes/${id}`, {
      body: { type: 'number' },
      ifMatch: version,
    })
    expect(changed.body.fields.type).toContain(`The attribute has ${subAttributes} values`)
  })

  test('values of each attribute have an order of their own', async () => {
    const trim = await attribute('trim')
    const before = await valuesOf(trim)
    const added = (await value(trim.id, 'Last')).body
    expect(added.position).toBe(before.length + 1)
    const ids = [added, ...before].map(({ id }) => id)
    expect((await call('PUT', '/subAttributes/order', { body: { ids } })).status).toBe(204)
    const after = await valuesOf(trim)
    expect(after.map((one: { id: number; position: number }) => [one.id, one.position])).toEqual(
      ids.map((id, index) => [id, index + 1]),
    )
    const first = (await valuesOf(await attribute('fit')))[0]
    expect(first.position).toBe(1)
    const mixed = { ids: [added.id, first.id] }
    expect((await call('PUT', '/subAttributes/order', { body: mixed })).status).toBe(422)
    const moved = { body: { position: null }, ifMatch: after[0].version }
    const last = await call('PATCH', `/subAttributes/${after[0].id}`, moved)
    expect(last.body.position).toBe(after.length + 1)
  })

  test('a value that products have is kept, an attribute that has values too', async () => {
    const material = await attribute('material')
    const [cotton] = await valuesOf(material)
    const blocked = await call('DELETE', `/subAttributes/${cotton.id}`)
    expect(blocked).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect(blocked.body.uses[0].kind).toBe('product')
    expect((await call('DELETE', `/attributes/${material.id}`)).body.uses).toMatchObject([
      { kind: 'attribute value', count: material.subAttributes },
    ])
  })
})
