import { describe, expect, test } from 'vitest'
import { instant, list, longText, reference, text } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { getChangedValues, formatInput, parseValue } from '#shared/engine/fields/formValues.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { limits } from '#shared/limits.ts'
import { validateField } from '#shared/engine/fields/validation.ts'

const tags = list('Tags', {
  max: 5,
  pattern: { matches: /^[a-z]+$/, message: 'Each tag must be lowercase letters' },
})
const locales = list('Locales', { max: 5, options: { 'en-US': 'English', 'de-DE': 'German' } })
const notes = longText('Notes', { max: 20 })
const store = reference('Store', 'stores')
const seen = instant('Seen')
const tooMany = Array.from({ length: limits.listEntries + 1 }, (_, at) => String(at))

describe('Validation of field kinds', () => {
  test.each<[Field, unknown, string | undefined]>([
    [tags, [], undefined],
    [tags, ['a', 'b'], undefined],
    [tags, 'a', 'Tags is not valid.'],
    [tags, [''], 'Tags is a required field'],
    [tags, [null], 'Tags is a required field'],
    [tags, [['a']], 'Tags is not valid.'],
    [tags, ['abcdef'], 'Tags must be at most 5 characters'],
    [tags, ['A'], 'Each tag must be lowercase letters'],
    [tags, ['a', 'a'], "Tags can't have the same entry twice"],
    [list('Tags', { max: 5 }), tooMany, `Tags must have at most ${limits.listEntries} entries`],
    [locales, ['de-DE'], undefined],
    [locales, ['fr-FR'], 'Locales must be one of English, German'],
    [notes, 'one\ntwo\tthree\r\n', undefined],
    [notes, 'a\u0000', 'Notes is not valid.'],
    [notes, 'x'.repeat(21), 'Notes must be at most 20 characters'],
    [text('Name', { max: 20 }), 'one\ntwo', 'Name is not valid.'],
    [store, 1, undefined],
    [store, 0, 'Store is not valid.'],
    [store, 1.5, 'Store is not valid.'],
    [store, 2 ** 31, 'Store is not valid.'],
    [store, 'Acme', 'Store is not valid.'],
    [store, null, 'Store is a required field'],
    [seen, '2026-01-31T23:59:59.999Z', undefined],
    [seen, '2026-01-31', 'Seen must be a valid date and time'],
    [seen, '2026-02-31T00:00:00.000Z', 'Seen must be a valid date and time'],
    [seen, '2028-02-29T00:00:00.000Z', undefined],
    [seen, '2026-02-30T25:00:00.000Z', 'Seen must be a valid date and time'],
  ])('%j with %j: %s', (field, value, message) => {
    expect(validateField(field, value)).toBe(message)
  })
})

describe('A list in a form', () => {
  const buildForm = (...values: string[]) => {
    const form = new FormData()
    for (const value of values) form.append('tags', value)
    return form
  }

  test.each([
    [['a, b,,c '], ['a', 'b', 'c']],
    [
      ['', 'en-US', 'de-DE'],
      ['en-US', 'de-DE'],
    ],
    [[''], []],
  ])('%j is parsed as %j', (formValues, value) => {
    expect(parseFormData({ tags }, buildForm(...formValues))).toEqual({ tags: value })
  })

  test('has no value if it was not sent', () => {
    expect(parseFormData({ tags }, new FormData())).toEqual({})
  })

  test('keeps its value when formatted and parsed', () => {
    expect(parseValue(tags, formatInput(['a', 'b']))).toEqual(['a', 'b'])
  })

  test('is unchanged when its entries are the same', () => {
    expect(getChangedValues({ tags: ['a'] }, { tags: ['a'] })).toEqual({})
    expect(getChangedValues({ tags: ['b'] }, { tags: ['a'] })).toEqual({ tags: ['b'] })
  })
})
