import { wordMark } from '#server/platform/database/migrations/folding.ts'

/** Whether an index of trigrams finds a word wherever it stands: with three letters or digits in a row it does. */
export const isFoundAnywhere = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** What an index is asked for: of an e-mail address the part before its host, which a million rows may share. */
export function soughtFirst(word: string): string {
  const [local = '', host = ''] = word.split('@', 2)
  return host !== '' && isFoundAnywhere(local) ? `${local}@` : word
}

/** Written without blanks between the parts of a name. */
const eastAsian = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2}$/u

/** Patterns of which a search text must match one to hold a folded word; of `areMillions`, what no index finds counts where words begin; a number's `#` need not be there. */
export function searchPatterns(word: string, areMillions: boolean): string[] {
  if (!areMillions || isFoundAnywhere(word)) return [anywhere(word)]
  const beginning = `%${wordMark}${escaped(word)}%`
  if (/^\d+$/.test(word)) return [beginning, `%${wordMark}#${word}%`]
  return eastAsian.test(word) ? [beginning, `%${escaped(word)}\n%`] : [beginning]
}

export const anywhere = (word: string): string => `%${escaped(word)}%`

const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
