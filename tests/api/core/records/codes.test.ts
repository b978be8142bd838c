import { beforeAll, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

describe.each(databases)('Generated codes on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const buildColor = (name: string, more = {}) => ({
    ...getInitialValues(colors),
    name,
    hex: '#102030',
    ...more,
  })
  const create = (name: string, more = {}) =>
    call('POST', '/colors', { body: buildColor(name, more) })

  test("a code follows the name, with a number if it's taken", async () => {
    expect((await create('Pale Lilac')).body.code).toBe('pale-lilac')
    expect((await create('Pâle lilac', { code: '' })).body.code).toBe('pale-lilac-2')
    expect((await create('Pale-Lilac')).body.code).toBe('pale-lilac-3')
    // A code that the operator entered gets no number.
    expect((await create('Other', { code: 'pale-lilac' })).body.fields.code).toContain('already')
  })

  test('codes of records created together get different numbers', async () => {
    const records = ['Sea mist', 'Sea mist', 'Sea mist'].map((name) => buildColor(name))
    const { status, body } = await call('POST', '/colors/many', { body: { records } })
    expect(status).toBe(201)
    expect(body.data.map(({ code }: { code: string }) => code)).toEqual([
      'sea-mist',
      'sea-mist-2',
      'sea-mist-3',
    ])
  })

  test('codes are numbered within their group', async () => {
    const createSize = async (group: string) => {
      const body = { ...getInitialValues(sizes), name: 'Toddler', group }
      return (await call('POST', '/sizes', { body })).body.code
    }
    expect(await createSize('adult')).toBe('toddler')
    expect(await createSize('youth')).toBe('toddler')
    expect(await createSize('youth')).toBe('toddle-2')
  })

  test('a code is required if the name yields none', async () => {
    const { status, body } = await create('日本')
    expect([status, body.fields]).toEqual([422, { code: 'Code is a required field' }])
  })

  test('a slug is generated too and stays when the title changes', async () => {
    const body = { ...getInitialValues(trainingCategories), title: 'First aid' }
    const created = (await call('POST', '/trainingCategories', { body })).body
    expect(created.slug).toBe('first-aid')
    const changed = await call('PATCH', `/trainingCategories/${created.id}`, {
      body: { title: 'Last aid' },
      ifMatch: created.version,
    })
    expect(changed.body).toMatchObject({ title: 'Last aid', slug: 'first-aid' })
    const emptied = await call('PATCH', `/trainingCategories/${created.id}`, {
      body: { slug: '' },
      ifMatch: changed.body.version,
    })
    expect(emptied.status).toBe(422)
  })
})
