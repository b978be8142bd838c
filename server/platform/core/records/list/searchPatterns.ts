import { wordMark } from '#server/platform/database/migrations/folding.ts'

/** Whether an index of trigrams finds a word wherever it stands: with three letters or digits in a row it does. */
export const isIndexable = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** What an index is asked for: of an e-mail address the part before its host, which a million rows may share. */
export function getIndexedPart(word: string): string {
  const [local = '', host = ''] = word.split('@', 2)
  return host !== '' && isIndexable(local) ? `${local}@` : word
}

/** Written without blanks between the parts of a name. */
const eastAsianPair = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2}$/u

/** Patterns of which a search text must match one to hold a folded word; of `areMillions`, what no index finds counts where words begin; a number's `#` need not be there. */
export function buildSearchPatterns(word: string, areMillions: boolean): string[] {
  if (!areMillions || isIndexable(word)) return [toContainsPattern(word)]
  const beginning = `%${wordMark}${escapeLikePattern(word)}%`
  if (/^\d+$/.test(word)) return [beginning, `%${wordMark}#${word}%`]
  return eastAsianPair.test(word) ? [beginning, `%${escapeLikePattern(word)}\n%`] : [beginning]
}

export const toContainsPattern = (word: string): string => `%${escapeLikePattern(word)}%`

const escapeLikePattern = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
