import { expect, test } from 'vitest'
import {
  buildSearchPatterns,
  getIndexedPart,
} from '#server/platform/core/records/list/searchPatterns.ts'

test.each([
  ['three letters are found anywhere', 'sma', ['%sma%']],
  ['one letter is found where words begin', 'l', ['%ZQl%']],
  [
    'two Chinese characters are found where words begin and fields end',
    '花子',
    ['%ZQ花子%', '%花子\n%'],
  ],
  ['digits are found where numbers begin', '37', ['%ZQ37%', '%ZQ#37%']],
  ['what LIKE knows stands for itself', '50%_\\', ['%ZQ50\\%\\_\\\\%']],
])('among millions %s', (_, word, patterns) => {
  expect(buildSearchPatterns(word, true)).toEqual(patterns)
})

test.each(['xl', 'l', '花子'])('in a small table %s is found anywhere', (word) => {
  expect(buildSearchPatterns(word, false)).toEqual([`%${word}%`])
})

test.each([
  ['rosarossi7@examplecom', 'rosarossi7@'],
  ['rosa@', 'rosa@'],
  ['rb@examplecom', 'rb@examplecom'],
  ['@examplecom', '@examplecom'],
  ['rosa', 'rosa'],
])('of %s the index is asked for %s', (word, first) => {
  expect(getIndexedPart(word)).toBe(first)
})
