import { limits } from '#shared/limits.ts'

const passwordLetters = 'abcdefghijklmnopqrstuvwxyz'
const passwordDigits = '0123456789'
/** The symbols a generated password may hold (spec.md section 5). */
export const passwordSymbols = '=+-^?!%&*$#@|'

/** A whole number from 0 up to, not including, `below`; callers hand in a cryptographic source. */
type RandomInteger = (below: number) => number

/** The browser's and Node's cryptographic source, without the bias of a plain remainder. */
export const getSecureRandom: RandomInteger = (below) => {
  const fair = Math.floor(2 ** 32 / below) * below
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value < fair ? value % below : getSecureRandom(below)
}

/** 15 characters: letters of random case, among them exactly 4 digits and 2 symbols at random places (spec.md section 5). */
export function generatePassword(random: RandomInteger): string {
  const pick = (from: string) => from.charAt(random(from.length))
  const letter = () =>
    random(2) === 0 ? pick(passwordLetters) : pick(passwordLetters).toUpperCase()
  const { length, digits: digitCount, symbols } = limits.password
  const characters = [
    ...Array.from({ length: digitCount }, () => pick(passwordDigits)),
    ...Array.from({ length: symbols }, () => pick(passwordSymbols)),
    ...Array.from({ length: length - digitCount - symbols }, letter),
  ]
  for (let last = characters.length - 1; last > 0; last--) {
    const other = random(last + 1)
    const held = characters[last] ?? ''
    characters[last] = characters[other] ?? ''
    characters[other] = held
  }
  return characters.join('')
}
