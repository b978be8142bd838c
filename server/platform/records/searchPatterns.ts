import { wordMark } from '../migrations/searchText.ts'

/** Whether an index of trigrams finds a text wherever it stands: with three letters or digits in a row it does. */
export const isFoundAnywhere = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/**
 * What an index is asked for: of an address that is typed or pasted the part before its host. Hosts are shared by many, and to
 * look up what a million rows have takes longer than all else.
 */
export function soughtFirst(text: string): string {
  const [local = '', host = ''] = text.split('@', 2)
  return host !== '' && isFoundAnywhere(local) ? `${local}@` : text
}

/** Written without blanks between the parts of a name. */
const eastAsian = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{2}$/u

/**
 * The patterns of which a search text must match one. A text that no index finds anywhere is found where words begin, if there
 * `areMillions` of rows to look through; two Chinese, Japanese or Korean characters, which may be a given name, also where
 * fields end.
 */
export function searchPatterns(text: string, areMillions: boolean): string[] {
  const ascii = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) // As the collation "C" does.
  // It leaves É as it is, in the rows too: who types it in capitals means the small one as well.
  const variants = [...new Set([ascii, text.toLowerCase()])]
  const isAnywhere = !areMillions || isFoundAnywhere(text)
  return variants.flatMap((variant) => {
    const part = escaped(variant).replaceAll(' ', ` ${wordMark}`)
    if (isAnywhere) return [`%${part}%`]
    const beginning = `%${wordMark}${part}%`
    return eastAsian.test(variant) ? [beginning, `%${part}\n%`] : [beginning]
  })
}

/** `%`, `_` and `\` stand for themselves. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
