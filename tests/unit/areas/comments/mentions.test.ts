import { describe, expect, test } from 'vitest'
import { findMentions, getSentence, hasMentions } from '#server/platform/areas/comments/mentions.ts'

const ana = { id: 1, name: 'Ana Petrov', firstName: 'Ana', email: 'ana.petrov@example.com' }
const bo = { id: 2, name: 'Bo Lind', firstName: 'Bo', email: 'bo@example.com' }
const otherBo = { id: 3, name: 'Bo Berg', firstName: 'Bo', email: 'bo@other.example' }

const find = (text: string) =>
  findMentions(text, [ana, bo, otherBo]).map(({ written, operators }) => [
    written,
    operators.map(({ id }) => id),
  ])

describe('Mentions', () => {
  test.each([
    ['@Ana Petrov, can you look?', [['Ana Petrov', [1]]]],
    ['Ask @ana.', [['ana', [1]]]],
    ['Ask @ANA.PETROV!', [['ANA.PETROV', [1]]]],
    ['(@ana.petrov@example.com)', [['ana.petrov@example.com', [1]]]],
    [
      '@Bo Lind and @bo@other.example',
      [
        ['Bo Lind', [2]],
        ['bo@other.example', [3]],
      ],
    ],
    ['@bo knows', [['bo', [2, 3]]]],
    [
      '@Anabel or @ana.smith',
      [
        ['Anabel', []],
        ['ana.smith', []],
      ],
    ],
    ['Thanks @everyone.', [['everyone', []]]],
  ])('finds the operators in %j', (text, mentions) => expect(find(text)).toEqual(mentions))

  test.each([
    'Write to ana.petrov@example.com',
    'See https://example.com/@ana',
    'Use `@media print`',
    '```css\n@media print {}\n```',
    'At 5 @ home',
  ])('finds none in %j', (text) => {
    expect(hasMentions(text)).toBe(false)
    expect(find(text)).toEqual([])
  })

  test.each([
    ['One. Two @ana three! Four.', 'Two @ana three!'],
    ['First line\n- @ana: see below', '- @ana: see below'],
    ['@ana', '@ana'],
  ])('the sentence of %j is %j', (text, sentence) =>
    expect(getSentence(text, text.indexOf('@ana'))).toBe(sentence),
  )
})
