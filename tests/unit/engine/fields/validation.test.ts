import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  color,
  decimal,
  integer,
  list,
  optional,
  references,
  required,
  requiredWhile,
  secret,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { validateForm } from '#shared/engine/fields/references.ts'
import {
  validateFields,
  validateField,
  getInitialValues,
  validateDependentFields,
} from '#shared/engine/fields/validation.ts'

const name = text('Name', { max: 5, min: 2 })
const capitals = { matches: /^[A-Z]+$/, message: 'Code is in capitals.' }
const code = text('Code', { max: 5, pattern: capitals })
const count = integer('Count', { min: 1, max: 9 })
const length = decimal('Length', { min: 0, max: 100 })
const active = toggle('Active')
const group = select('Group', { adult: 'Adult', youth: 'Youth' })
const shade = color('Shade')

describe('spec.md section 5: "{field} is a required field"', () => {
  const emptyFields: [string, Field][] = Object.entries({
    name,
    count,
    length,
    active,
    group,
    shade,
  })
  test.each(emptyFields)(
    '%s: an empty value is rejected if required, and accepted if optional',
    (_, field) => {
      for (const empty of ['', null, undefined]) {
        expect(validateField(field, empty)).toBe(`${field.label} is a required field`)
        expect(validateField(optional(field), empty)).toBeUndefined()
      }
    },
  )
})

describe('Required fields', () => {
  const tags = required(list('Tags', { max: 5 }), 'Give at least one tag')
  const sizeReferences = required(references('Sizes', 'sizes'), 'Choose a size')

  test('with several values need at least one, and have their own message', () => {
    for (const none of [[], null, undefined]) {
      expect(validateField(tags, none)).toBe('Give at least one tag')
      expect(validateField(sizeReferences, none)).toBe('Choose a size')
      expect(validateForm({ sizes: sizeReferences }, { sizes: none })).toEqual({
        sizes: 'Choose a size',
      })
    }
    expect(validateField(tags, ['a'])).toBeUndefined()
    expect(validateForm({ sizes: sizeReferences }, { sizes: [{ id: 1, label: 'XL' }] })).toEqual({})
    expect(validateField(list('Tags', { max: 5 }), [])).toBeUndefined()
    // An empty list is no text.
    expect(validateField(optional(name), [])).toBe('Name is not valid.')
  })

  const reason = requiredWhile(
    optional(text('Reason', { max: 20 })),
    { active: [false], group: ['adult', 'baby'] },
    'Say why',
  )
  test.each([
    [{ active: false, group: 'adult' }, 'Say why'],
    [{ active: false, group: 'baby' }, 'Say why'],
    [{ active: false, group: 'youth' }, undefined],
    [{ active: true, group: 'adult' }, undefined],
    [{ group: 'adult' }, undefined],
    [{}, undefined],
  ])('next to %j return for an empty reason: %s', (values, error) => {
    expect(validateField(reason, null, values)).toBe(error)
    expect(validateField(reason, 'Because', values)).toBeUndefined()
  })

  test('are checked if a change touches them or the fields they depend on', () => {
    const record = { name: 'One', active: false, group: 'adult', reason: null }
    const fields = { name, active, group, reason }
    for (const changed of ['active', 'group', 'reason'])
      expect(validateDependentFields(fields, [changed], record)).toEqual({ reason: 'Say why' })
    expect(validateDependentFields(fields, ['name'], record)).toEqual({})
    expect(validateDependentFields(fields, ['active'], { ...record, reason: 'Because' })).toEqual(
      {},
    )
  })

  test('accept a secret that is set', () => {
    const key = requiredWhile(optional(secret('Key', { max: 9 })), { active: [true] }, 'Give it')
    const buildState = (set: boolean) => ({ set, hint: null, changedAt: null })
    expect(validateField(key, buildState(false), { active: true })).toBe('Give it')
    expect(validateField(key, buildState(true), { active: true })).toBeUndefined()
    expect(validateField(key, buildState(false), { active: false })).toBeUndefined()
  })
})

describe('Errors of each field kind', () => {
  test.each<[Field, unknown, string | undefined]>([
    [name, 'Large', undefined],
    [name, 'L', 'Name must be at least 2 characters'],
    [name, 'Larger', 'Name must be at most 5 characters'],
    [name, 'a\0b', 'Name is not valid.'],
    [name, 'a\nb', 'Name is not valid.'],
    [name, 'a\u202Eb', 'Name is not valid.'],
    [name, '\u200B\u200B', 'Name is not valid.'],
    [name, '👩‍🚀!', undefined],
    [name, 12, 'Name is not valid.'],
    [name, ['a'], 'Name is not valid.'],
    [code, 'ABC', undefined],
    [code, 'abc', 'Code is in capitals.'],
    [code, 'abcdefgh', 'Code must be at most 5 characters'],
    [count, 1, undefined],
    [count, 9, undefined],
    [count, 0, 'Count must be 1 or more'],
    [count, 10, 'Count must be 9 or less'],
    [count, 1.5, 'Count must be a whole number'],
    [count, 2 ** 60, 'Count must be a whole number'],
    [count, 'three', 'Count must be a number'],
    [count, Number.NaN, 'Count must be a number'],
    [length, 0, undefined],
    [length, 99.99, undefined],
    [length, 0.1 + 0.2, 'Length must have at most 2 decimal places'],
    [length, 1.005, 'Length must have at most 2 decimal places'],
    [length, -0.01, 'Length must be 0 or more'],
    [length, 100.01, 'Length must be 100 or less'],
    [length, Number.POSITIVE_INFINITY, 'Length must be a number'],
    [length, '3', 'Length must be a number'],
    [active, true, undefined],
    [active, false, undefined],
    [active, 1, 'Active is not valid.'],
    [active, 'yes', 'Active is not valid.'],
    [group, 'youth', undefined],
    [group, 'Youth', 'Group must be one of Adult, Youth'],
    [group, 'toString', 'Group must be one of Adult, Youth'],
    [group, 1, 'Group is not valid.'],
    [shade, '#00ff7F', undefined],
    [shade, 'red', 'Shade must be a color like #1A2B3C'],
    [shade, '#00ff7', 'Shade must be a color like #1A2B3C'],
    [shade, '00ff7f0', 'Shade must be a color like #1A2B3C'],
    [shade, '#00ff7f00', 'Shade must be a color like #1A2B3C'],
    [shade, '#00ff7f\n', 'Shade must be a color like #1A2B3C'],
  ])('%j with %j: %s', (field, value, message) => {
    expect(validateField(field, value)).toBe(message)
  })

  test('characters are counted as people count them, not as code units', () => {
    expect(validateField(text('Name', { max: 2 }), '👕👕')).toBeUndefined()
    expect(validateField(text('Name', { max: 2 }), '👕👕👕')).toBe(
      'Name must be at most 2 characters',
    )
  })
})

describe('Any value', () => {
  const fields: Field[] = [name, code, count, length, active, group, shade]

  test('gets a sentence about the field or nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
        const message = validateField(field, value)
        if (message !== undefined) expect(message).toMatch(new RegExp(`^${field.label} .+`))
      }),
    )
  })

  test('gets the same result from an optional field as from a required one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
        fc.pre(value !== '' && value !== null && value !== undefined)
        expect(validateField(optional(field), value)).toBe(validateField(field, value))
      }),
    )
  })

  test('is a valid whole number exactly between the bounds', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(validateField(count, value) === undefined).toBe(value >= 1 && value <= 9)
      }),
    )
  })

  test('is a valid decimal with two decimal places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
        expect(validateField(length, hundredths / 100)).toBeUndefined()
      }),
    )
  })
})

describe('A record', () => {
  const fields = { name, count: optional(count) }

  test('has one message per field that is not valid', () => {
    expect(validateFields(fields, { name: '', count: 99 })).toEqual({
      name: 'Name is a required field',
      count: 'Count must be 9 or less',
    })
  })

  test('has no messages if it is valid', () => {
    expect(validateFields(fields, { name: 'Large', count: null })).toEqual({})
  })

  test('may not have a field that the resource lacks', () => {
    expect(validateFields(fields, { name: 'Large', colour: 'red' })).toEqual({
      colour: "There's no field named colour",
    })
    for (const inherited of ['toString', 'constructor', '__proto__']) {
      const values = JSON.parse(`{ "name": "Large", "${inherited}": 1 }`)
      expect(Object.entries(validateFields(fields, values))).toEqual([
        [inherited, `There's no field named ${inherited}`],
      ])
    }
  })

  test('is checked only for the fields that a change names', () => {
    expect(validateFields(fields, { count: 0 }, 'present')).toEqual({
      count: 'Count must be 1 or more',
    })
    expect(validateFields(fields, { name: null }, 'present')).toEqual({
      name: 'Name is a required field',
    })
  })
})

test('a new size starts with the initial values of its fields, and nothing else', () => {
  expect(getInitialValues(sizes)).toEqual({
    name: null,
    code: null,
    group: 'adult',
    position: null,
    equivalents: null,
    measurementUnit: 'cm',
    chest: null,
    waist: null,
    length: null,
    podSize: null,
    active: true,
  })
})
