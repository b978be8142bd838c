import { countEdits } from '#shared/format/editDistance.ts'
import { toNameWords } from './wordStems.ts'
import type { Word } from './wordStems.ts'

/**
 * What an item is called: its label, other names as phrases, and what it belongs to. `context` has
 * what the latter is called, and `options` the choices of a field.
 */
export type Names = {
  label: string
  aliases?: readonly string[]
  options?: readonly string[]
  detail?: string
  context?: readonly string[]
}

/** Lower is closer. Ratings of places, actions, and records are compared with each other. */
export const ratings = {
  /** The label or another name as a whole. */
  alias: 0.1,
  /** A choice of a field. */
  option: 0.15,
  /** A word that is unfinished, or that only part of another word begins with. */
  prefix: 0.3,
  typo: 1.5,
  /** Words of several names. */
  mixed: 0.6,
  /** For the share of a name that wasn't typed. */
  rest: 0.5,
} as const

type NamesWords = {
  single: readonly { words: readonly Word[]; rating: number }[]
  all: readonly Word[]
}

const knownWords = new WeakMap<Names, NamesWords>()

/** Returns whether one of the typed words is in the name. */
export const includesWord = (name: string, typed: readonly Word[], withTypos: boolean): boolean =>
  typed.some((one) => toNameWords(name).some((word) => rateWord(word, one, withTypos) !== null))

/** Splits names into words once, because each is compared with every text that is typed. */
function toNamesWords(names: Names): NamesWords {
  const known = knownWords.get(names)
  if (known) return known
  const { label, aliases = [], options = [], detail = '', context = [] } = names
  const single = [
    { words: toNameWords(label), rating: 0 },
    ...aliases.map((alias) => ({ words: toNameWords(alias), rating: ratings.alias })),
    ...options.map((option) => ({ words: toNameWords(option), rating: ratings.option })),
  ]
  const all = [
    ...single.flatMap(({ words }) => words),
    ...[detail, ...context].flatMap(toNameWords),
  ]
  const distinct = [...new Map(all.map((word) => [`${word.stem} ${word.text}`, word])).values()]
  const namesWords = { single, all: distinct }
  knownWords.set(names, namesWords)
  return namesWords
}

/**
 * Rates how close a text is to one of the names: 0 is the label itself. Null if a word is in none.
 */
export function rateNames(names: Names, typed: readonly Word[], withTypos = false): number | null {
  if (typed.length === 0) return null
  const { single, all } = toNamesWords(names)
  const mixed = rateWords(all, typed, withTypos)
  if (mixed === null) return null
  let closest: number | null = null
  for (const { words, rating: nameRating } of single) {
    const rating = addRating(rateName(words, typed, withTypos), nameRating)
    if (rating !== null && (closest === null || rating < closest)) closest = rating
  }
  return closest ?? mixed + ratings.mixed
}

const addRating = (rating: number | null, more: number) => (rating === null ? null : rating + more)

function rateName(
  name: readonly Word[],
  typed: readonly Word[],
  withTypos: boolean,
): number | null {
  const found = rateWords(name, typed, withTypos)
  if (found === null) return null
  const untyped = name.filter(
    (word) => !typed.some((one) => rateWord(word, one, withTypos) !== null),
  )
  return found + (ratings.rest * untyped.length) / name.length
}

/** Returns the mean rating of the words; null if one isn't in the name. */
function rateWords(
  name: readonly Word[],
  typed: readonly Word[],
  withTypos: boolean,
): number | null {
  let sum = 0
  for (const one of typed) {
    let closest: number | null = null
    for (const word of name) {
      const rating = rateWord(word, one, withTypos)
      if (rating !== null && (closest === null || rating < closest)) closest = rating
    }
    if (closest === null) return null
    sum += closest
  }
  return sum / typed.length
}

function rateWord(word: Word, typed: Word, withTypos: boolean): number | null {
  if (word.stem === typed.stem) return 0
  if (typed.text.length > 1 && word.text.startsWith(typed.text)) return ratings.prefix
  return withTypos && isSimilar(word.text, typed.text) ? ratings.typo : null
}

const minTypoLength = 4
const shortLength = 5

/** One edit in words of up to five letters, two in longer ones; the first letter is right. */
const isSimilar = (word: string, typed: string): boolean => {
  if (typed.length < minTypoLength || word[0] !== typed[0] || /\d/.test(typed)) return false
  const max = typed.length > shortLength ? 2 : 1
  return word.length >= typed.length - max && countEdits(typed, word, max) <= max
}
