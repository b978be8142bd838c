import { expect, test } from 'vitest'
import {
  buildSearchPatterns,
  getIndexedPart,
} from '#server/platform/core/records/list/searchPatterns.ts'

test.each([
  ['finds three letters anywhere', 'sma', ['%sma%']],
  ['finds one letter at the start of words', 'l', ['%ZQl%']],
  [
    'finds two Chinese characters at the start of words and the end of fields',
    '花子',
    ['%ZQ花子%', '%花子\n%'],
  ],
  ['finds digits at the start of numbers', '37', ['%ZQ37%', '%ZQ#37%']],
  ['escapes the special characters of LIKE', '50%_\\', ['%ZQ50\\%\\_\\\\%']],
])('a search of a large table %s', (_, word, patterns) => {
  expect(buildSearchPatterns(word, true)).toEqual(patterns)
})

test.each(['xl', 'l', '花子'])('a search of a small table finds %s anywhere', (word) => {
  expect(buildSearchPatterns(word, false)).toEqual([`%${word}%`])
})

test.each([
  ['rosarossi7@examplecom', 'rosarossi7@'],
  ['rosa@', 'rosa@'],
  ['rb@examplecom', 'rb@examplecom'],
  ['@examplecom', '@examplecom'],
  ['rosa', 'rosa'],
])('the index is searched for %s by its part %s', (word, first) => {
  expect(getIndexedPart(word)).toBe(first)
})
