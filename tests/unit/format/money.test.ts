import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatMinor,
  formatMoney,
  getFractionDigits,
  parseMinor,
  points,
} from '#shared/format/money.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { money } from '#shared/engine/fields/fields.ts'
import { getCurrency } from '#shared/engine/fields/rules.ts'

describe('Money in minor units', () => {
  test.each([
    [1250, 'EUR', '12.50'],
    [123456789, 'USD', '1,234,567.89'],
    [1250, 'JPY', '1,250'],
    [1250, 'KWD', '1.250'],
    [-5, 'EUR', '-0.05'],
    [0, 'EUR', '0.00'],
  ])('%i %s is shown as %s', (minor, currency, shown) =>
    expect(formatMinor(minor, currency)).toBe(shown),
  )

  test.each([
    ['12.5', 'EUR', 1250],
    [' 1,234.56 ', 'USD', 123456],
    ['1250', 'JPY', 1250],
    ['1.25', 'KWD', 1250],
    ['-0', 'EUR', 0],
  ])('"%s" %s is parsed as %i', (typed, currency, minor) =>
    expect(parseMinor(typed, currency)).toBe(minor),
  )

  test.each([
    ['12.345', 'EUR'],
    ['1.5', 'JPY'],
    ['1.2345', 'KWD'],
    ['', 'EUR'],
    ['12,5', 'EUR'],
    ['1e3', 'EUR'],
    ['99999999999999999', 'EUR'],
    ['twelve', 'EUR'],
    // Commas may only group thousands.
    ['0,500', 'EUR'],
    [',500', 'EUR'],
    ['00,500', 'EUR'],
    ['-0,500', 'KWD'],
    ['12,34', 'EUR'],
    ['1,23,456', 'INR'],
    ['1,2345', 'EUR'],
    ['1234,567', 'EUR'],
    ['12,345,67', 'EUR'],
    ['1,,234', 'EUR'],
    ['1,234,', 'EUR'],
    ['1.234,56', 'EUR'],
    ['1.234.567', 'EUR'],
    ['1 234', 'EUR'],
    ['1\u00a0234', 'EUR'],
    ["1'234", 'EUR'],
    ['12.50 EUR', 'EUR'],
    ['€12', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    ['+5', 'EUR'],
    ['\u221212', 'EUR'],
  ])('"%s" is not an amount in %s', (typed, currency) =>
    expect(parseMinor(typed, currency)).toBeNull(),
  )

  test('a formatted amount is parsed as the same amount', () => {
    const amount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
    fc.assert(
      fc.property(amount, fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'), (minor, currency) => {
        expect(parseMinor(formatMinor(minor, currency), currency)).toBe(minor)
      }),
    )
  })

  test('commas are accepted only where formatting puts them', () => {
    const digits = fc.stringMatching(/^[\d,.-]{1,12}$/)
    fc.assert(
      fc.property(digits, fc.constantFrom('EUR', 'JPY', 'KWD'), (typed, currency) => {
        const minor = parseMinor(typed, currency)
        if (minor === null || !typed.includes(',')) return
        const [whole = ''] = formatMinor(minor, currency).split('.')
        expect(typed.split('.')[0]).toBe(whole)
      }),
      { numRuns: 20_000 },
    )
  })

  test('an unknown currency throws an error', () =>
    expect(() => getFractionDigits('EURO')).toThrow(RangeError))
})

test('points are whole numbers', () => {
  expect(getFractionDigits(points)).toBe(0)
  expect(formatMinor(-12_500, points)).toBe('-12,500')
  expect(parseMinor('1,250', points)).toBe(1250)
  expect(parseMinor('12.5', points)).toBeNull()
})

test.each([
  ['points', 'points'],
  ['eur', 'EUR'],
  [null, 'XXX'],
  [{ toString: [] }, 'XXX'],
])('an amount with the unit %j is in %s', (unit, currency) => {
  expect(getCurrency(money('Amount', { currencyField: 'unit' }), { unit })).toBe(currency)
})

test('a formatted amount ends with its currency', () => {
  expect(formatMoney(55_350, 'USD')).toBe('553.50 USD')
  expect(formatMoney(1_250_000, 'KWD')).toBe('1,250.000 KWD')
})

test.each([
  [1, 'points', '1 point'],
  [-1, 'points', '-1 point'],
  [0, 'points', '0 points'],
  [2, 'points', '2 points'],
  [100, 'EUR', '1.00 EUR'],
])('%i %s reads "%s"', (amount, unit, expected) => {
  expect(formatMoney(amount, unit)).toBe(expected)
  const field = money('Amount', { currencyField: 'unit' })
  expect(formatValue(field, amount, { unit })).toBe(expected)
})
