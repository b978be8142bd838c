import { expect, test } from 'vitest'
import { searchPatterns, soughtFirst } from '#server/platform/records/searchPatterns.ts'

test.each([
  ['three letters are found anywhere', 'Sma', ['%sma%']],
  ['words are found as they stand', 'a shop', ['%a ZQshop%']],
  ['one letter is found where words begin', 'L', ['%ZQl%']],
  [
    'two Chinese characters are found where words begin and fields end',
    '花子',
    ['%ZQ花子%', '%花子\n%'],
  ],
  ['what LIKE knows stands for itself', '50%_\\', ['%ZQ50\\%\\_\\\\%']],
  ['capitals that the database leaves mean the small ones too', 'AUBÉ', ['%aubÉ%', '%aubé%']],
])('among millions %s', (_, text, patterns) => {
  expect(searchPatterns(text, true)).toEqual(patterns)
})

test.each(['XL', 'l', '花子'])('in a small table %s is found anywhere', (text) => {
  expect(searchPatterns(text, false)).toEqual([`%${text.toLowerCase()}%`])
})

test.each([
  ['rosa.rossi7@example.com', 'rosa.rossi7@'],
  ['rosa@', 'rosa@'],
  ['r.b@example.com', 'r.b@example.com'],
  ['@example.com', '@example.com'],
  ['Rosa Rossi', 'Rosa Rossi'],
])('of %s the index is asked for %s', (text, first) => {
  expect(soughtFirst(text)).toBe(first)
})
