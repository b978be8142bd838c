import { expect, test } from 'vitest'
import { searchPatterns } from '#server/platform/records/searchPatterns.ts'

test.each([
  ['three letters are found anywhere', 'Sma', ['%sma%']],
  ['words are found as they stand', 'a shop', ['%a QXshop%']],
  ['one letter is found where words begin', 'L', ['%QXl%']],
  [
    'two Chinese characters are found where words begin and fields end',
    '花子',
    ['%QX花子%', '%花子\n%'],
  ],
  ['what LIKE knows stands for itself', '50%_\\', ['%QX50\\%\\_\\\\%']],
  ['capitals that the database leaves mean the small ones too', 'AUBÉ', ['%aubÉ%', '%aubé%']],
])('%s', (_, text, patterns) => {
  expect(searchPatterns(text)).toEqual(patterns)
})

test('two letters are found where words begin and after a digit', () => {
  expect(searchPatterns('XL').slice(0, 4)).toEqual(['%QXxl%', '%0xl%', '%1xl%', '%2xl%'])
})
