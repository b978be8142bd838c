import type { codeCharacters } from './messages.ts'

const letters = 'ACDEFGHJKMNPQRTUVWXY'
const signs: Record<keyof typeof codeCharacters, string> = {
  mixed: `${letters}34679`,
  letters,
  digits: '0123456789',
}

/** What a setup says of its codes; the length is without the prefix. */
export type CodeRules = {
  codePrefix: string | null
  codeLength: number
  codeCharacters: keyof typeof codeCharacters
}

/** A code by the rules of a setup; `random` answers a whole number below the one it is given. */
export function makeCode(
  { codePrefix, codeLength, codeCharacters }: CodeRules,
  random: (below: number) => number,
): string {
  const from = signs[codeCharacters]
  const made = Array.from({ length: codeLength }, () => from[random(from.length)]).join('')
  return codePrefix ? `${codePrefix}-${made}` : made
}
