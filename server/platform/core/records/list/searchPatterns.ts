import { wordMark } from './foldText.ts'

/**
 * Whether a trigram index finds a word anywhere in a text, which takes three letters or digits in a
 * row.
 */
export const isIndexable = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/**
 * Returns the indexed part of a word. For an email address, that's the part before the domain,
 * which a million rows may share.
 */
export function getIndexedPart(word: string): string {
  const [local = '', host = ''] = word.split('@', 2)
  return host !== '' && isIndexable(local) ? `${local}@` : word
}

/** Names in these scripts have no spaces between their parts. */
const eastAsianPair = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2}$/u

/**
 * Returns LIKE patterns; a search text contains a folded word if it matches one of them. With
 * `areMillions`, a word that no index finds counts only at the beginning of a word. The `#` of a
 * number is optional.
 */
export function buildSearchPatterns(word: string, areMillions: boolean): string[] {
  if (!areMillions || isIndexable(word)) return [toContainsPattern(word)]
  const beginning = `%${wordMark}${escapeLikePattern(word)}%`
  if (/^\d+$/.test(word)) return [beginning, `%${wordMark}#${word}%`]
  return eastAsianPair.test(word) ? [beginning, `%${escapeLikePattern(word)}\n%`] : [beginning]
}

export const toContainsPattern = (word: string): string => `%${escapeLikePattern(word)}%`

export const toStartsPattern = (text: string): string => `${escapeLikePattern(text)}%`

const escapeLikePattern = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
