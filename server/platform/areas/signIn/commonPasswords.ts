import { foldPassword } from './foldPassword.ts'

/** Loaded for the first new password: it takes 140 ms and 5 MB that most starts don't need. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined

const loadCommonPasswords = () =>
  (commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(foldPassword)),
  ))

/**
 * Whether a password is one of the 49,000 most common ones, a decorated variant of one, or a
 * pattern.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const folded = foldPassword(password)
  if (isRepeated(folded) || isSequence(folded)) return true
  const common = await loadCommonPasswords()
  return getPasswordVariants(folded).some((variant) => common.has(variant))
}

/**
 * Returns the typed password and its variants: without surrounding digits and punctuation, with
 * letters in place of digits, and without separators.
 */
function getPasswordVariants(folded: string): string[] {
  const plain = trimNonLetters(folded)
  const letters = trimNonLetters(replaceLookAlikes(plain))
  return [folded, plain, letters, ...[folded, plain, letters].map(removeSeparators)]
}

/** Removes digits and punctuation at the beginning and end. */
export function trimNonLetters(folded: string): string {
  const characters = [...folded]
  const isLetter = (character: string) => /\p{L}/u.test(character)
  return characters
    .slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1)
    .join('')
}

const removeSeparators = (folded: string) => folded.replace(/[^\p{L}\p{N}]/gu, '')

const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const replaceLookAlikes = (folded: string) =>
  folded.replace(/[0134577@$!]/g, (character) => lookAlikes[character] ?? character)

/** `abcabcabcabc`: a repeating text occurs in its own double before the end. */
const isRepeated = (folded: string) => `${folded}${folded}`.indexOf(folded, 1) < folded.length

/**
 * Whether each character follows the one before in one direction: `abcdefghijkl`, `210987654321`. 0
 * follows 9.
 */
function isSequence(folded: string): boolean {
  const codes = [...folded].map((character) => character.codePointAt(0) ?? 0)
  return [1, -1].some((step) =>
    codes.every((code, index) => {
      const previous = codes[index - 1]
      return previous === undefined || code - previous === step || code - previous === -9 * step
    }),
  )
}
