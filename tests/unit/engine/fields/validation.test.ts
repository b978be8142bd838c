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
const shout = { matches: /^[A-Z]+$/, message: 'Code is in capitals.' }
const code = text('Code', { max: 5, pattern: shout })
const count = integer('Count', { min: 1, max: 9 })
const length = decimal('Length', { min: 0, max: 100 })
const active = toggle('Active')
const group = select('Group', { adult: 'Adult', youth: 'Youth' })
const shade = color('Shade')

describe('spec.md section 5: "{field} is a required field"', () => {
  const every: [string, Field][] = Object.entries({
    name,
    count,
    length,
    active,
    group,
    shade,
  })
  test.each(every)('%s: nothing is refused when required, accepted when optional', (_, field) => {
    for (const nothing of ['', null, undefined]) {
      expect(validateField(field, nothing)).toBe(`${field.label} is a required field`)
      expect(validateField(optional(field), nothing)).toBeUndefined()
    }
  })
})

describe('what must be given', () => {
  const tags = required(list('Tags', { max: 5 }), 'Give at least one tag')
  const both = required(references('Sizes', 'sizes'), 'Choose a size')

  test('of several is at least one, and is missed in words of its own', () => {
    for (const none of [[], null, undefined]) {
      expect(validateField(tags, none)).toBe('Give at least one tag')
      expect(validateField(both, none)).toBe('Choose a size')
      expect(validateForm({ both }, { both: none })).toEqual({ both: 'Choose a size' })
    }
    expect(validateField(tags, ['a'])).toBeUndefined()
    expect(validateForm({ both }, { both: [{ id: 1, label: 'XL' }] })).toEqual({})
    expect(validateField(list('Tags', { max: 5 }), [])).toBeUndefined()
    // No text is a list that holds nothing.
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
  ])('beside %j, a reason: %s', (beside, error) => {
    expect(validateField(reason, null, beside)).toBe(error)
    expect(validateField(reason, 'Because', beside)).toBeUndefined()
  })

  test('is asked of a change that touches it, or what it hangs on, and of no other', () => {
    const whole = { name: 'One', active: false, group: 'adult', reason: null }
    const fields = { name, active, group, reason }
    for (const changed of ['active', 'group', 'reason'])
      expect(validateDependentFields(fields, [changed], whole)).toEqual({ reason: 'Say why' })
    expect(validateDependentFields(fields, ['name'], whole)).toEqual({})
    expect(validateDependentFields(fields, ['active'], { ...whole, reason: 'Because' })).toEqual({})
  })

  test('may be a secret, which is there once it is set', () => {
    const key = requiredWhile(optional(secret('Key', { max: 9 })), { active: [true] }, 'Give it')
    const state = (set: boolean) => ({ set, hint: null, changedAt: null })
    expect(validateField(key, state(false), { active: true })).toBe('Give it')
    expect(validateField(key, state(true), { active: true })).toBeUndefined()
    expect(validateField(key, state(false), { active: false })).toBeUndefined()
  })
})

describe('each kind of field says the first rule that its value breaks', () => {
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

describe('for any value', () => {
  const fields: Field[] = [name, code, count, length, active, group, shade]

  test('the check gives a sentence about the field or nothing, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
        const message = validateField(field, value)
        if (message !== undefined) expect(message).toMatch(new RegExp(`^${field.label} .+`))
      }),
    )
  })

  test('an optional field takes what a required one takes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
        fc.pre(value !== '' && value !== null && value !== undefined)
        expect(validateField(optional(field), value)).toBe(validateField(field, value))
      }),
    )
  })

  test('every whole number between the bounds passes, and none beyond them', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(validateField(count, value) === undefined).toBe(value >= 1 && value <= 9)
      }),
    )
  })

  test('every number of hundredths is a decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
        expect(validateField(length, hundredths / 100)).toBeUndefined()
      }),
    )
  })
})

describe('a record', () => {
  const fields = { name, count: optional(count) }

  test('has one message per field that is wrong', () => {
    expect(validateFields(fields, { name: '', count: 99 })).toEqual({
      name: 'Name is a required field',
      count: 'Count must be 9 or less',
    })
  })

  test('that is right has none', () => {
    expect(validateFields(fields, { name: 'Large', count: null })).toEqual({})
  })

  test('may not hold a field that the resource does not have', () => {
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

  test('that is a change is checked for what it names alone', () => {
    expect(validateFields(fields, { count: 0 }, 'present')).toEqual({
      count: 'Count must be 1 or more',
    })
    expect(validateFields(fields, { name: null }, 'present')).toEqual({
      name: 'Name is a required field',
    })
  })
})

test('a new size starts with what its fields say, and nothing else', () => {
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
