import { describe, expect, test } from 'vitest'
import { sizeGroups } from '#shared/areas/sizes/sizes.ts'
import { hasLetterSizes, parseSizeRun } from '#client/areas/sizes/sizeRun.ts'
import { letterSizes } from '#client/areas/sizes/messages.ts'

const parseRun = (from: string, to: string, more: { group?: string; step?: string } = {}) =>
  parseSizeRun({ group: 'adult', step: '1', from, to, ...more })
const getCodes = (...args: Parameters<typeof parseRun>) =>
  parseRun(...args).sizes.map(({ code }) => code)

test('shoe sizes have no letters', () => {
  expect(Object.keys(sizeGroups).filter((group) => !hasLetterSizes(group))).toEqual([
    'footwear_eu',
    'footwear_uk',
    'footwear_us',
  ])
})

describe('screens.md, Sizes: generate a run (XS-5XL)', () => {
  test('generates the whole run', () => {
    expect(getCodes('XS', '5XL')).toEqual(['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL'])
  })

  test('generates a part with both ends, and names each size', () => {
    expect(parseRun('S', 'l').sizes).toEqual([
      { code: 'S', name: 'Small', podSize: 'S' },
      { code: 'M', name: 'Medium', podSize: 'M' },
      { code: 'L', name: 'Large', podSize: 'L' },
    ])
  })

  test.each(letterSizes)('generates the single size %s', (code, name) => {
    expect(parseRun(code, code).sizes).toEqual([{ code, name, podSize: code }])
  })
})

describe('Numeric size runs', () => {
  test('name the sizes 36 to 46 after the shoe region', () => {
    const { sizes } = parseRun('36', '46', { group: 'footwear_eu' })
    expect(sizes).toHaveLength(11)
    expect(sizes[0]).toEqual({ code: '36', name: 'EU 36', podSize: null })
    expect(sizes.at(-1)).toEqual({ code: '46', name: 'EU 46', podSize: null })
  })

  test('add half sizes without rounding errors', () => {
    expect(getCodes('40', '42', { step: '0.5' })).toEqual(['40', '40.5', '41', '41.5', '42'])
    expect(getCodes('0.1', '0.3', { step: '.1' })).toEqual([])
    expect(getCodes('0.1', '0.3', { step: '0.1' })).toEqual(['0.1', '0.2', '0.3'])
  })

  test('end before the last size if the step misses it', () => {
    expect(getCodes('36', '41', { step: '2' })).toEqual(['36', '38', '40'])
  })

  test('combine every waist with every inseam', () => {
    expect(parseRun('28/30', '29/32', { step: '1/2' }).sizes).toEqual([
      { code: '28/30', name: 'Waist 28, inseam 30', podSize: '28/30' },
      { code: '28/32', name: 'Waist 28, inseam 32', podSize: '28/32' },
      { code: '29/30', name: 'Waist 29, inseam 30', podSize: '29/30' },
      { code: '29/32', name: 'Waist 29, inseam 32', podSize: '29/32' },
    ])
    expect(getCodes('28/30', '32/32', { step: '2' })).toHaveLength(6)
  })
})

describe('Size runs that are not valid', () => {
  test.each([
    ['L', 'S', {}, { to: 'Make the "To" size at least as large as the "From" size.' }],
    ['28/34', '36/30', {}, { to: 'Make the "To" size at least as large as the "From" size.' }],
    ['XS', '46', {}, { to: 'Enter the same kind of size in "From" and "To".' }],
    ['36', '36/30', {}, { to: 'Enter the same kind of size in "From" and "To".' }],
    ['XS', '9XL', {}, { to: expect.stringContaining('Enter a size from XS to 5XL') }],
    ['', '46', {}, { from: expect.stringContaining('Enter a size from XS to 5XL') }],
    ['S', 'M', { group: 'footwear_eu' }, { from: "Enter a number. Shoe sizes don't use letters." }],
    [
      '36',
      '46',
      { step: '0' },
      { step: expect.stringContaining('Enter a step of at least 0.1 with at most one decimal.') },
    ],
    [
      '36',
      '46',
      { step: '1/2' },
      { step: expect.stringContaining('Enter a step of at least 0.1 with at most one decimal.') },
    ],
    [
      '1',
      '300',
      {},
      {
        step: 'This run has 300 sizes, but you can create at most 200 at once. Shorten the run or enter a larger step.',
      },
    ],
  ])('%j to %j with %j says what to enter', (from, to, more, errors) => {
    expect(parseRun(from, to, more)).toEqual({ sizes: [], errors })
  })
})
