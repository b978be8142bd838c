import { foldText } from './matching.ts'
import { sameWords } from './vocabulary.ts'

/** A word as it was typed or written, and its stem in American English. */
export type Word = { text: string; stem: string }

/** Spellings and endings that don't change what a word means, each with what replaces it. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)our(?=s?$|ed$|ing$|ite)/, 'or'],
  [/(?<=...)(i|y)s(?=(e|ed|es|er|ing|ations?)$)/, '$1z'],
  [/ogue(?=s?$)/, 'og'],
  [/ll(?=(ed|ing)$)/, 'l'],
  [/tre(?=s?$)/, 'ter'],
  [/^grey/, 'gray'],
  [/^licence/, 'license'],
  [/^programme/, 'program'],
]

const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=..)ies$/, 'y'],
  [/(?<=x|z|ch|sh|ss)es$/, ''],
  [/(?<=[^su])s$/, ''],
  [/(?<=...)(ation|ing|ed)$/, ''],
  [/([bdgmnprt])\1$/, '$1'],
  [/(?<=...)e$/, ''],
]

const replaceAll = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((word, [pattern, replacement]) => word.replace(pattern, replacement), text)

const toStem = (word: string): string =>
  /\d/.test(word) ? word : replaceAll(replaceAll(word, spellings), endings)

const splitWords = (text: string): Word[] =>
  foldText(text)
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter(Boolean)
    .map((word) => ({ text: word, stem: toStem(word) }))

/** Phrases that mean the same, by their first stem: each with the stem that stands for all. */
const phrases = Map.groupBy(
  sameWords
    .flatMap((ring) => {
      const [standard = ''] = ring
      const stem = splitWords(standard)
        .map((word) => word.stem)
        .join('')
      return ring.map((phrase) => ({ stem, stems: splitWords(phrase).map((word) => word.stem) }))
    })
    .toSorted((one, other) => other.stems.length - one.stems.length),
  ({ stems: [first = ''] }) => first,
)

const namesWords = new Map<string, readonly Word[]>()

/** Like `toWords`, for names: there are few, and each is compared with every text that is typed. */
export function toNameWords(name: string): readonly Word[] {
  const known = namesWords.get(name)
  if (known) return known
  const words = toWords(name)
  namesWords.set(name, words)
  return words
}

/** Splits a text into words, with one word for each phrase that has synonyms. */
export function toWords(text: string): Word[] {
  const words = splitWords(text)
  const found: Word[] = []
  for (let index = 0; index < words.length;) {
    const phrase = phrases
      .get(words[index]?.stem ?? '')
      ?.find(({ stems }) => stems.every((stem, offset) => words[index + offset]?.stem === stem))
    const count = phrase?.stems.length ?? 1
    const text = words
      .slice(index, index + count)
      .map((word) => word.text)
      .join(' ')
    found.push({ text, stem: phrase?.stem ?? words[index]?.stem ?? '' })
    index += count
  }
  return found
}
