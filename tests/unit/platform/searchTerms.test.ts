import { expect, test } from 'vitest'
import { parseSearchTerms } from '#server/platform/core/records/list/searchTerms.ts'

const stored = ['mller', 'kvaexample']

test.each([
  ['müller.example', [['mullerexample'], stored]],
  ['xn--mller-kva.example', [stored, ['mullerexample']]],
  ['XN--MLLER-KVA.EXAMPLE', [stored, ['mullerexample']]],
  ['info@müller.example', [['info@mullerexample'], ['info@xn', 'mller', 'kvaexample']]],
  [
    'https://müller.example/a?b',
    [
      ['https', 'mullerexample', 'a', 'b'],
      ['https', ...stored, 'a', 'b'],
    ],
  ],
])('%s is looked for in both spellings', (text, forms) => {
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
])('%s is looked for as it stands', (text, terms) => {
  expect(parseSearchTerms(text)).toEqual(terms)
})
