import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  generatePassword,
  passwordSymbols,
  getSecureRandom,
} from '#shared/areas/signIn/generatePassword.ts'

/** Passwords from any sequence of random numbers. */
const passwords = fc
  .array(fc.nat(), { minLength: 60, maxLength: 60 })
  .map((numbers) => generatePassword((below) => (numbers.pop() ?? 0) % below))

const countCharacters = (password: string) => ({
  length: [...password].length,
  digits: password.match(/[0-9]/g)?.length,
  symbols: [...password].filter((character) => passwordSymbols.includes(character)).length,
  letters: password.match(/[a-zA-Z]/g)?.length,
})

describe('spec.md section 5: a generated password', () => {
  test('has 15 characters: 4 digits, 2 symbols and 9 letters, whatever the random numbers', () => {
    fc.assert(
      fc.property(passwords, (password) => {
        expect(countCharacters(password)).toEqual({ length: 15, digits: 4, symbols: 2, letters: 9 })
      }),
    )
  })

  test('draws its symbols from exactly = + - ^ ? ! % & * $ # @ |', () => {
    expect([...passwordSymbols].join(' ')).toBe('= + - ^ ? ! % & * $ # @ |')
  })

  test('can hold every letter in both cases, every digit and every symbol, at any place', () => {
    const drawn = Array.from({ length: 4000 }, () => generatePassword(getSecureRandom))
    const alphabet = 'abcdefghijklmnopqrstuvwxyz'
    const allowed = [...alphabet, ...alphabet.toUpperCase(), ...'0123456789', ...passwordSymbols]
    expect(new Set(drawn.join(''))).toEqual(new Set(allowed))
    for (let place = 0; place < 15; place++)
      expect(
        drawn.some((password) => /\d/.test(password.charAt(place))),
        `a digit at ${place}`,
      ).toBe(true)
  })

  test('differs every time', () => {
    const drawn = Array.from({ length: 1000 }, () => generatePassword(getSecureRandom))
    expect(new Set(drawn).size).toBe(1000)
  })
})

describe('The random source', () => {
  test('returns whole numbers from 0 to below its limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (below) => {
        const drawn = getSecureRandom(below)
        expect(Number.isInteger(drawn)).toBe(true)
        expect(drawn).toBeGreaterThanOrEqual(0)
        expect(drawn).toBeLessThan(below)
      }),
    )
  })

  test('returns every number below its limit', () => {
    const drawn = Array.from({ length: 2000 }, () => getSecureRandom(13))
    expect(new Set(drawn).size).toBe(13)
  })
})
