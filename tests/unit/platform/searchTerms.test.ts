import { expect, test } from 'vitest'
import { parseSearchTerms } from '#server/platform/core/records/list/searchTerms.ts'

const storedWords = ['mller', 'kvaexample']

test.each([
  ['müller.example', [['mullerexample'], storedWords]],
  ['xn--mller-kva.example', [storedWords, ['mullerexample']]],
  ['XN--MLLER-KVA.EXAMPLE', [storedWords, ['mullerexample']]],
  ['info@müller.example', [['info@mullerexample'], ['info@xn', 'mller', 'kvaexample']]],
  [
    'https://müller.example/a?b',
    [
      ['https', 'mullerexample', 'a', 'b'],
      ['https', ...storedWords, 'a', 'b'],
    ],
  ],
])('%s is searched for in both spellings', (text, forms) => {
  expect(parseSearchTerms(text)).toEqual([forms])
})

test.each([
  ['Calder & Voss calder', [[['calder']], [['voss']]]],
  ['shop.example.com', [[['shopexamplecom']]]],
  ['１２３.４', [[['1234']]]],
  ['xn--', [[['xn']]]],
  ['Müller', [[['muller']]]],
  ['\u0301 -- a', [[['a']]]],
  ['--', []],
  ['', []],
])('%s is searched for as entered', (text, terms) => {
  expect(parseSearchTerms(text)).toEqual(terms)
})
