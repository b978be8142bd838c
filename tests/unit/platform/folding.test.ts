import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, splitSearchWords } from '#server/platform/core/records/list/foldText.ts'

test.each([
  ['capitals with accents', 'GENÈVE', ['geneve']],
  ['combining accents', 'Gene\u0300ve', ['geneve']],
  [
    'letters that become two',
    'Straße ẞ Æblegrød cœur Þór',
    'strasse ss aeblegrod coeur thor'.split(' '),
  ],
  ['letters with a stroke', 'Łódź Đorđe SØREN Tromsø', 'lodz dorde soren tromso'.split(' ')],
  ['Turkish letters', 'İstanbul ILGIN Yılmaz', 'istanbul ilgin yilmaz'.split(' ')],
  ['Greek', 'ΠΑΠΑΔΟΠΟΎΛΟΥ Νίκος', ['παπαδοπουλου', 'νικοσ']],
  ['Cyrillic', 'ЁЛКА й', ['елка', 'и']],
  ['other scripts, which stay whole', '佐藤 がく 김민준 נועה', '佐藤 がく 김민준 נועה'.split(' ')],
  ['wide and joined letters', 'ＡＢＣ ﬁsh', ['abc', 'fish']],
  [
    'punctuation between words',
    'Calder & Voss, T-Shirt/Cap (new)',
    'calder voss t shirt cap new'.split(' '),
  ],
  ['dashes of every length', 'a‐b–c—d', ['a', 'b', 'c', 'd']],
  ['apostrophes of every shape', "O'Brien D’Arcy O´Neill", ['obrien', 'darcy', 'oneill']],
  ['dots', 'St. Louis U.S.A.', ['st', 'louis', 'usa']],
  ['addresses', 'Rosa.Rossi7@example.com', ['rosarossi7@examplecom']],
  ['other symbols, which can be searched for', '50% a_b\\c #1', ['50%', 'a_b\\c', '#1']],
  ['a repeated word only once', 'Ah, ah!', ['ah']],
  ['only punctuation', ' & - ', []],
])('folds %s', (_, text, words) => {
  expect(splitSearchWords(text)).toEqual(words)
})

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const folded = foldText(text)
      expect(foldText(folded)).toBe(folded)
    }),
  )
})
