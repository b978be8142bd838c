import type { codeCharacters } from './messages.ts'

const unambiguousLetters = 'ACDEFGHJKMNPQRTUVWXY'
const charactersBySet: Record<keyof typeof codeCharacters, string> = {
  mixed: `${unambiguousLetters}34679`,
  letters: unambiguousLetters,
  digits: '0123456789',
}

/** A setup's rules for codes. The length excludes the prefix. */
export type GiftCardCodeRules = {
  codePrefix: string | null
  codeLength: number
  codeCharacters: keyof typeof codeCharacters
}

/**
 * Generates a code by a setup's rules. `random` returns an integer from 0 up to, but not including,
 * its argument.
 */
export function generateGiftCardCode(
  { codePrefix, codeLength, codeCharacters }: GiftCardCodeRules,
  random: (below: number) => number,
): string {
  const characters = charactersBySet[codeCharacters]
  const code = Array.from({ length: codeLength }, () => characters[random(characters.length)]).join(
    '',
  )
  return codePrefix ? `${codePrefix}-${code}` : code
}
