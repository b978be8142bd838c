import { limits } from '#shared/limits.ts'

const passwordLetters = 'abcdefghijklmnopqrstuvwxyz'
const passwordDigits = '0123456789'
/** The symbols that a generated password can contain (spec.md section 5). */
export const passwordSymbols = '=+-^?!%&*$#@|'

/**
 * Returns an integer from 0 up to, but not including, `below`. Callers pass a cryptographic source.
 */
type RandomInteger = (below: number) => number

/**
 * Returns a cryptographically random integer, in browsers and Node. Rejects values that would bias
 * the remainder.
 */
export const getSecureRandom: RandomInteger = (below) => {
  const fair = Math.floor(2 ** 32 / below) * below
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value < fair ? value % below : getSecureRandom(below)
}

/**
 * Generates 15 characters: letters of random case, with exactly 4 digits and 2 symbols at random
 * positions (spec.md section 5).
 */
export function generatePassword(random: RandomInteger): string {
  const pick = (from: string) => from.charAt(random(from.length))
  const pickLetter = () =>
    random(2) === 0 ? pick(passwordLetters) : pick(passwordLetters).toUpperCase()
  const { length, digits: digitCount, symbols } = limits.password
  const characters = [
    ...Array.from({ length: digitCount }, () => pick(passwordDigits)),
    ...Array.from({ length: symbols }, () => pick(passwordSymbols)),
    ...Array.from({ length: length - digitCount - symbols }, pickLetter),
  ]
  for (let last = characters.length - 1; last > 0; last--) {
    const swapIndex = random(last + 1)
    const lastCharacter = characters[last] ?? ''
    characters[last] = characters[swapIndex] ?? ''
    characters[swapIndex] = lastCharacter
  }
  return characters.join('')
}
