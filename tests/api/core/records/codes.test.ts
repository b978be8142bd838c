import { beforeAll, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'

describe.each(databases)('codes that are left empty on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const color = (name: string, more = {}) => ({
    ...getInitialValues(colors),
    name,
    hex: '#102030',
    ...more,
  })
  const create = (name: string, more = {}) => call('POST', '/colors', { body: color(name, more) })

  test('follow the name, with a number where that is taken', async () => {
    expect((await create('Pale Lilac')).body.code).toBe('pale-lilac')
    expect((await create('Pâle lilac', { code: '' })).body.code).toBe('pale-lilac-2')
    expect((await create('Pale-Lilac')).body.code).toBe('pale-lilac-3')
    // A code that was given is the operator's: it gets no number.
    expect((await create('Other', { code: 'pale-lilac' })).body.fields.code).toContain('already')
  })

  test('are numbered among those that are created at once', async () => {
    const records = ['Sea mist', 'Sea mist', 'Sea mist'].map((name) => color(name))
    const { status, body } = await call('POST', '/colors/many', { body: { records } })
    expect(status).toBe(201)
    expect(body.data.map(({ code }: { code: string }) => code)).toEqual([
      'sea-mist',
      'sea-mist-2',
      'sea-mist-3',
    ])
  })

  test('are numbered within their group alone', async () => {
    const size = async (group: string) => {
      const body = { ...getInitialValues(sizes), name: 'Toddler', group }
      return (await call('POST', '/sizes', { body })).body.code
    }
    expect(await size('adult')).toBe('toddler')
    expect(await size('youth')).toBe('toddler')
    expect(await size('youth')).toBe('toddle-2')
  })

  test('are asked for where the name gives none', async () => {
    const { status, body } = await create('日本')
    expect([status, body.fields]).toEqual([422, { code: 'Code is a required field' }])
  })

  test('a slug is one too, and stays when the title changes', async () => {
    const body = { ...getInitialValues(trainingCategories), title: 'First aid' }
    const made = (await call('POST', '/trainingCategories', { body })).body
    expect(made.slug).toBe('first-aid')
    const changed = await call('PATCH', `/trainingCategories/${made.id}`, {
      body: { title: 'Last aid' },
      ifMatch: made.version,
    })
    expect(changed.body).toMatchObject({ title: 'Last aid', slug: 'first-aid' })
    const emptied = await call('PATCH', `/trainingCategories/${made.id}`, {
      body: { slug: '' },
      ifMatch: changed.body.version,
    })
    expect(emptied.status).toBe(422)
  })
})
