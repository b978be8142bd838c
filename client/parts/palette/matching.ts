/** Removes accents and case, as the search does. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

export const getSearchWords = (text: string): string[] =>
  foldText(text).split(/\s+/).filter(Boolean)

/** Returns whether the name contains every word, in any order, ignoring case and accents. */
export const matchesWords = (name: string, words: readonly string[]): boolean =>
  words.every((word) => foldText(name).includes(word))

/**
 * Like `matchesWords` for unfinished words: each must begin a word of the name and have at least
 * three letters.
 */
export const matchesWordPrefixes = (name: string, words: readonly string[]): boolean => {
  const nameWords = getSearchWords(name)
  return words.every((word) => word.length > 2 && nameWords.some((one) => one.startsWith(word)))
}

/**
 * Returns 0 for an exact match, 1 if a text begins with what was typed, 2 otherwise. A number's `#`
 * is optional.
 */
export function rankMatch(texts: readonly unknown[], typed: string): 0 | 1 | 2 {
  const query = getSearchWords(typed).join(' ')
  const all = texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [
      getSearchWords(text).join(' '),
      getSearchWords(text.replace(/^#/, '')).join(' '),
    ])
  if (all.includes(query)) return 0
  return all.some((text) => text.startsWith(query)) ? 1 : 2
}
