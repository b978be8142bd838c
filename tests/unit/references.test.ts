import { describe, expect, test } from 'vitest'
import { list, optional, reference, text } from '#shared/fields.ts'
import { formFields, formValuesOf, resolveReferences } from '#shared/references.ts'
import { errorsIn } from '#shared/validation.ts'
import { memoryPlatform } from '#tests/support/memoryPlatform.ts'

const organisations = { name: 'organisations', label: 'name', sort: 'name' }
const fields = {
  name: text('Name', { max: 40 }),
  organisationId: optional(reference('Organisation', organisations)),
}
const stamp = { id: 1, version: 1, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' }

/** A platform with these organisations, whatever is asked of it. */
function platformOf(...names: string[]) {
  const platform = memoryPlatform()
  const data = names.map((name, at) => ({ ...stamp, id: at + 1, name }))
  platform.replies.set('GET /organisations', { status: 200, body: { data } })
  return platform
}

describe('a reference in a form', () => {
  test('is the label of the other record', () => {
    const record = { ...stamp, name: 'Shop', organisationId: 7, labels: { organisationId: 'Acme' } }
    expect(formValuesOf(fields, record)).toEqual({ name: 'Shop', organisationId: 'Acme' })
    expect(formValuesOf(fields, { ...stamp, name: 'Shop', organisationId: null })).toEqual({
      name: 'Shop',
      organisationId: null,
    })
  })

  test('several of a set stand in the order in which their boxes are sent', () => {
    const sizes = {
      sizes: list('Sizes', { max: 2, options: { s: 'Small', m: 'Medium', l: 'Large' } }),
    }
    const record = { ...stamp, sizes: ['l', 's'] }
    expect(formValuesOf(sizes, record)).toEqual({ sizes: ['s', 'l'] })
    expect(formValuesOf({ sizes: list('Sizes', { max: 2 }) }, record)).toEqual({
      sizes: ['l', 's'],
    })
  })

  test('is checked as text, and required where its field is', () => {
    expect(errorsIn(formFields(fields), { name: 'Shop', organisationId: 'Acme' })).toEqual({})
    const required = formFields({ organisationId: reference('Organisation', organisations) })
    expect(errorsIn(required, { organisationId: null })).toEqual({
      organisationId: 'Organisation is a required field',
    })
  })
})

describe('what a form sends to the API', () => {
  test('holds the id of the one record that is called so', async () => {
    const { api, requests } = platformOf('Acme Europe', 'Acme')
    const typed = { name: 'Shop', organisationId: 'Acme' }
    expect(await resolveReferences(api, fields, typed)).toEqual({
      values: { name: 'Shop', organisationId: 2 },
      errors: {},
    })
    expect(requests[0]?.search?.get('filter[name][eq]')).toBe('Acme')
  })

  test('is refused with a sentence when no record is called so', async () => {
    const { api } = platformOf('Acme Europe')
    const { errors } = await resolveReferences(api, fields, { organisationId: 'Acme' })
    expect(errors).toEqual({ organisationId: 'Organisation: there is none named "Acme"' })
  })

  test('asks nothing for a reference to nothing', async () => {
    const { api, requests } = platformOf()
    const typed = { name: 'Shop', organisationId: null }
    expect(await resolveReferences(api, fields, typed)).toEqual({ values: typed, errors: {} })
    expect(requests).toEqual([])
  })
})
