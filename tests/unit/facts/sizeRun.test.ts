import { describe, expect, test } from 'vitest'
import { sizeGroups } from '#shared/resources/sizes.ts'
import { hasLetters, letterSizes, sizeRun } from '#client/screens/sizes/sizeRun.ts'

const codes = (from: string, to: string) => sizeRun(from, to).map(({ code }) => code)

test('is of no shoes', () => {
  expect(Object.keys(sizeGroups).filter((group) => !hasLetters(group))).toEqual([
    'footwear_eu',
    'footwear_uk',
    'footwear_us',
  ])
})

describe('screens.md, Sizes: generate a run (XS-5XL)', () => {
  test('the whole run', () => {
    expect(codes('XS', '5XL')).toEqual(['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL'])
  })

  test('a part of it, both ends included, each with its name', () => {
    expect(sizeRun('S', 'L')).toEqual([
      { code: 'S', name: 'Small' },
      { code: 'M', name: 'Medium' },
      { code: 'L', name: 'Large' },
    ])
  })

  test.each(letterSizes)('one size alone: %s', (code, name) => {
    expect(sizeRun(code, code)).toEqual([{ code, name }])
  })

  test.each([
    ['L', 'S'],
    ['XS', '9XL'],
    ['xs', 'S'],
    ['', ''],
    ['null', 'null'],
  ])('from %j to %j there is none', (from, to) => {
    expect(sizeRun(from, to)).toEqual([])
  })
})
