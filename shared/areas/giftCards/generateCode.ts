import type { codeCharacters } from './messages.ts'

const unambiguousLetters = 'ACDEFGHJKMNPQRTUVWXY'
const charactersBySet: Record<keyof typeof codeCharacters, string> = {
  mixed: `${unambiguousLetters}34679`,
  letters: unambiguousLetters,
  digits: '0123456789',
}

/** What a setup says of its codes; the length is without the prefix. */
export type GiftCardCodeRules = {
  codePrefix: string | null
  codeLength: number
  codeCharacters: keyof typeof codeCharacters
}

/** A code by the rules of a setup; `random` answers a whole number below the one it is given. */
export function generateGiftCardCode(
  { codePrefix, codeLength, codeCharacters }: GiftCardCodeRules,
  random: (below: number) => number,
): string {
  const from = charactersBySet[codeCharacters]
  const made = Array.from({ length: codeLength }, () => from[random(from.length)]).join('')
  return codePrefix ? `${codePrefix}-${made}` : made
}
