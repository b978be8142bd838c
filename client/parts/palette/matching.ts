/** A letter or a text as it is searched: without accents and case. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

export const getSearchWords = (text: string): string[] =>
  foldText(text).split(/\s+/).filter(Boolean)

/** Every word, in any order, whatever case and accents. */
export const matchesWords = (name: string, words: readonly string[]): boolean =>
  words.every((word) => foldText(name).includes(word))

/** The same of words that are not finished: each begins one of the name; a letter or two say too little. */
export const startsWithWords = (name: string, words: readonly string[]): boolean => {
  const its = getSearchWords(name)
  return words.every((word) => word.length > 2 && its.some((one) => one.startsWith(word)))
}

/** 0 where one of these is called so, 1 where one begins so, 2 where none does; a number's `#` need not be typed. */
export function rankMatch(texts: readonly unknown[], typed: string): 0 | 1 | 2 {
  const sought = getSearchWords(typed).join(' ')
  const all = texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [
      getSearchWords(text).join(' '),
      getSearchWords(text.replace(/^#/, '')).join(' '),
    ])
  if (all.includes(sought)) return 0
  return all.some((text) => text.startsWith(sought)) ? 1 : 2
}
