import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decimal,
  integer,
  list,
  longText,
  optional,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { toUncheckedCode } from '#shared/engine/fields/codes.ts'
import { getChangedValues, formatInput, parseValue } from '#shared/engine/fields/formValues.ts'
import { parseOriginalValues } from '#shared/engine/list/referenceValues.ts'
import { patterns } from '#shared/engine/fields/patterns.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { validateField } from '#shared/engine/fields/validation.ts'

const name = text('Name', { max: 40 })
const count = optional(integer('Count'))
const length = optional(decimal('Length'))
const active = toggle('Active')
const notes = longText('Notes', { max: 40 })
const domain = text('Custom domain', { max: 253, pattern: patterns.domain })
const emailDomains = list('E-mail domains', { max: 253, pattern: patterns.emailDomain })
const group = select('Group', { adult: 'Adult' })

const buildForm = (...entries: [string, string][]) => {
  const form = new FormData()
  for (const [field, value] of entries) form.append(field, value)
  return form
}

test('a comma inside an amount does not split it', () => {
  const amounts = list('Amounts', { max: 20, amounts: true })
  expect(parseValue(amounts, '10.00, 25,1500.00')).toEqual(['10.00', '25', '1500.00'])
  expect(parseValue(amounts, '1,500, 25')).toEqual(['1,500', '25'])
  expect(parseValue(amounts, '10,250')).toEqual(['10,250'])
})

describe('Parsed input', () => {
  test.each<[Field, string, unknown]>([
    [name, '  Large ', 'Large'],
    [name, '   ', null],
    [name, '12', '12'],
    [count, '12', 12],
    [count, ' +12 ', 12],
    [count, '-3', -3],
    [count, '1.5', 1.5],
    [count, '', null],
    [length, '48.5', 48.5],
    [active, '1', true],
    [active, '0', false],
    [active, '', false],
    [notes, ' one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
    [domain, ' SHOP.Example.com ', 'shop.example.com'],
    [group, 'adult', 'adult'],
    [group, '', null],
  ])('%j: %j becomes %j', (field, typed, value) => {
    expect(parseValue(field, typed)).toBe(value)
  })

  test.each(['three', '1e3', '0x10', '1,5', '1.', '.5', '--1', 'Infinity', '１２'])(
    'text that is not a number (%j) is kept, so that the form can show it with an error',
    (typed) => {
      expect(parseValue(count, typed)).toBe(typed)
      expect(validateField(count, parseValue(count, typed))).toMatch(
        /^Count must be a (whole )?number$/,
      )
    },
  )
})

describe('Parsed forms', () => {
  test('contain only fields of the resource', () => {
    const form = buildForm(['intent', 'create'], ['name', 'Large'], ['writeKey', 'k'])
    expect(parseFormData({ name, count }, form)).toEqual({ name: 'Large' })
  })

  test('use the last value of a switch, which sends 0 before its box', () => {
    expect(parseFormData({ active }, buildForm(['active', '0'], ['active', '1']))).toEqual({
      active: true,
    })
    expect(parseFormData({ active }, buildForm(['active', '0']))).toEqual({ active: false })
  })

  test('have host names in lowercase', () => {
    const form = buildForm(['emailDomains', 'Example.COM, shop.Example.org'])
    const domains = ['example.com', 'shop.example.org']
    expect(parseFormData({ emailDomains }, form)).toEqual({ emailDomains: domains })
    expect(parseValue(emailDomains, 'Example.COM, shop.Example.org')).toEqual(domains)
  })

  test('ignore a file in place of a text', () => {
    const form = new FormData()
    form.append('name', new Blob(['x']), 'x.txt')
    expect(parseFormData({ name }, form)).toEqual({})
  })
})

describe('Changed values', () => {
  const values = { name: 'Large', count: null, active: true }

  test('are those that differ from the original', () => {
    const original = { name: 'Larger', count: null, active: true }
    expect(getChangedValues(values, original)).toEqual({ name: 'Large' })
  })

  test('treat a field that the platform left out as empty', () => {
    expect(getChangedValues(values, { name: 'Large' })).toEqual({ active: true })
  })

  test('are all values if the original is unknown', () => {
    expect(getChangedValues(values, null)).toEqual(values)
  })

  test('use the original that the form sends as JSON', () => {
    expect(parseOriginalValues(JSON.stringify(values))).toEqual(values)
  })

  test.each([null, '', '{', 'null', '[1]', '{"name":{"toString":[]}}'])(
    'ignore an original that cannot be parsed (%j)',
    (json) => expect(parseOriginalValues(json)).toBeNull(),
  )
})

describe('Values that are formatted and parsed', () => {
  const roundTrip = (field: Field, value: unknown) => parseValue(field, formatInput(value))

  test('keep whole numbers', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(roundTrip(count, value)).toBe(value)
      }),
    )
  })

  test('keep decimals', () => {
    fc.assert(
      fc.property(fc.integer(), (hundredths) => {
        expect(roundTrip(length, hundredths / 100)).toBe(hundredths / 100)
      }),
    )
  })

  test('keep yes and no', () => {
    expect(roundTrip(active, true)).toBe(true)
    expect(roundTrip(active, false)).toBe(false)
  })

  test('keep normalized text', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const value = normalizeLine(typed) || null
        expect(roundTrip(name, value)).toBe(value)
      }),
    )
  })

  test('keep empty values', () => {
    for (const empty of [null, undefined]) {
      expect(formatInput(empty)).toBe('')
      for (const field of [name, count, length, group]) expect(roundTrip(field, empty)).toBeNull()
    }
  })
})

test.each([
  ['Straße & Søn', 'strasse-son'],
  ['Łódź Đakovo Ærø', 'lodz-dakovo-aero'],
  ['Çà et là, Zoë!', 'ca-et-la-zoe'],
  ['ẞ', 'ss'],
  ['日本', ''],
])('the code of "%s" is "%s"', (text, code) => {
  expect(toUncheckedCode(text, { max: 41 })).toBe(code)
})
