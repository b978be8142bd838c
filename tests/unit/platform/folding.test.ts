import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, splitSearchWords } from '#server/platform/database/migrations/folding.ts'

test.each([
  ['capitals with accents', 'GENÈVE', ['geneve']],
  ['accents that stand apart from their letters', 'Gene\u0300ve', ['geneve']],
  [
    'letters that are two',
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
    'what joins words',
    'Calder & Voss, T-Shirt/Cap (new)',
    'calder voss t shirt cap new'.split(' '),
  ],
  ['dashes of every length', 'a‐b–c—d', ['a', 'b', 'c', 'd']],
  ['apostrophes of every shape', "O'Brien D’Arcy O´Neill", ['obrien', 'darcy', 'oneill']],
  ['dots', 'St. Louis U.S.A.', ['st', 'louis', 'usa']],
  ['addresses', 'Rosa.Rossi7@example.com', ['rosarossi7@examplecom']],
  ['other marks, which are looked for', '50% a_b\\c #1', ['50%', 'a_b\\c', '#1']],
  ['a word that stands there twice once', 'Ah, ah!', ['ah']],
  ['nothing but marks', ' & - ', []],
])('folds %s', (_, text, words) => {
  expect(splitSearchWords(text)).toEqual(words)
})

test('what is folded stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = foldText(text)
      expect(foldText(once)).toBe(once)
    }),
  )
})
