import { wordMark } from '../migrations/folding.ts'

/** Whether an index of trigrams finds a word wherever it stands: with three letters or digits in a row it does. */
const isFoundAnywhere = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/**
 * What an index is asked for: of an address that is typed or pasted the part before its host. Hosts are shared by many, and to
 * look up what a million rows have takes longer than all else.
 */
export function soughtFirst(word: string): string {
  const [local = '', host = ''] = word.split('@', 2)
  return host !== '' && isFoundAnywhere(local) ? `${local}@` : word
}

/** Written without blanks between the parts of a name. */
const eastAsian = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2}$/u

/**
 * The patterns of which a search text must match one for a folded word to be in it. A word that no index finds anywhere is found
 * where words begin, if there `areMillions` of rows to look through; two Chinese, Japanese or Korean characters, which may be a
 * given name, also where fields end.
 */
export function searchPatterns(word: string, areMillions: boolean): string[] {
  if (!areMillions || isFoundAnywhere(word)) return [anywhere(word)]
  const beginning = `%${wordMark}${escaped(word)}%`
  return eastAsian.test(word) ? [beginning, `%${escaped(word)}\n%`] : [beginning]
}

/** The pattern of what holds a word anywhere. */
export const anywhere = (word: string): string => `%${escaped(word)}%`

/** `%`, `_` and `\` stand for themselves. */
const escaped = (word: string): string => word.replace(/[\\%_]/g, '\\$&')
