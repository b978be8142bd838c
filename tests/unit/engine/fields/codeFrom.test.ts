import { describe, expect, test } from 'vitest'
import { addCodeNumber, deriveCode, fillCodes } from '#shared/engine/fields/codes.ts'
import { validateChanges } from '#shared/engine/fields/validateChanges.ts'
import { resources } from '#shared/areas/index.ts'
import { attributes } from '#shared/areas/attributes/attributes.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { validateFields } from '#shared/engine/fields/validation.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'

const isCode = (name: string) => name === 'code' || name === 'slug'

test('every code and slug in a form is derived from a text of the same record', () => {
  const codeFields = resources.flatMap(({ name, fields, api: { writes } }) =>
    writes.includes('create')
      ? Object.keys(fields)
          .filter(isCode)
          .map((code) => [name, code, fields[code]?.derivedFrom] as const)
      : [],
  )
  expect(codeFields.toSorted()).toEqual([
    ['attributes', 'code', 'label'],
    ['colors', 'code', 'name'],
    ['giftCardTemplates', 'code', 'name'],
    ['sizes', 'code', 'name'],
    ['stores', 'code', 'name'],
    ['subAttributes', 'code', 'label'],
    ['themes', 'code', 'name'],
    ['trainingCategories', 'slug', 'title'],
  ])
})

describe('A derived code', () => {
  test('matches the pattern of its field', () => {
    expect(deriveCode(attributes.fields.code, 'Print method')).toBe('print_method')
    expect(deriveCode(stores.fields.code, 'Café Zürich & Co.')).toBe('cafe-zurich-co')
    expect(deriveCode(colors.fields.code, 'Very dark navy blue')).toBe('very-dark-na')
  })

  test('is empty if it would not be valid', () => {
    expect(deriveCode(stores.fields.code, 'A')).toBe('')
    expect(deriveCode(attributes.fields.code, '3D print')).toBe('')
    expect(deriveCode(stores.fields.code, null)).toBe('')
  })

  test('gets a number without becoming too long', () => {
    expect(addCodeNumber('navy', 2, colors.fields.code)).toBe('navy-2')
    expect(addCodeNumber('very-dark-na', 12, colors.fields.code)).toBe('very-dark-12')
    expect(addCodeNumber('print_method', 3, attributes.fields.code)).toBe('print_method_3')
  })

  test('fills an empty field and leaves an entered code alone', () => {
    const { fields } = trainingCategories
    expect(fillCodes(fields, { title: 'First aid', slug: null })['slug']).toBe('first-aid')
    expect(fillCodes(fields, { title: 'First aid', slug: 'aid' })['slug']).toBe('aid')
  })

  test('is optional in a new record and required in a saved one', () => {
    const { fields } = colors
    const values = { name: 'Navy', code: null, hex: '#000080', active: true }
    expect(validateChanges(fields, values, null)).toEqual({})
    expect(validateChanges(fields, values, { ...values, code: 'NVY' })).toEqual({
      code: 'Code is a required field',
    })
  })
})

test('a version is not required if the uploaded package contains it', () => {
  const values = { themeId: 3, semver: null, changelog: 'New.' }
  expect(validateFields(themeVersions.fields, { ...values, package: 7 })).toEqual({})
  expect(Object.keys(validateFields(themeVersions.fields, values))).toEqual(['package', 'semver'])
})
