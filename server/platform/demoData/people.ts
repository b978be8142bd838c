import { lastNames, firstNames, unusualNames } from './names.ts'
import { rollChance, pickRandom } from './random.ts'
import type { RandomSource } from './random.ts'
import { toSlug } from './text.ts'

type PersonName = { name: string; slug: string }

const toPersonName = (name: string): PersonName => ({
  name,
  slug: toSlug(name).replaceAll('-', '.') || 'member',
})
// One result per list.
const [commonFirstNames, commonLastNames, rareFullNames] = [
  firstNames,
  lastNames,
  unusualNames,
].map((names) => names.map(toPersonName)) as [PersonName[], PersonName[], PersonName[]]

/**
 * About 1 in 100 people has the most frequent first name, and 3 in 400 the most frequent last name.
 */
const nameSkew = 1.2

const emailHosts = ['example.com', 'example.org', 'example.net'] as const

export function generatePerson(
  random: RandomSource,
  number: number,
): { name: string; email: string } {
  const [first, last] = [
    pickRandom(random, commonFirstNames, nameSkew),
    pickRandom(random, commonLastNames, nameSkew),
  ]
  const { name, slug } = rollChance(random, 0.015)
    ? pickRandom(random, rareFullNames)
    : { name: `${first.name} ${last.name}`, slug: `${first.slug}.${last.slug}` }
  return { name, email: `${slug}${number}@${pickRandom(random, emailHosts)}` }
}

/** Operators with an account (accounts.ts). */
export const operators = [
  'amara.okafor@example.com',
  'felix.bauer@example.com',
  'ines.costa@example.com',
  'noah.walker@example.com',
  'yara.haddad@example.com',
] as const

/**
 * The operators that appear in logs and stamps. One of the others is limited to two stores, one is
 * suspended, and one has never signed in.
 */
export const activeOperators = [operators[0], operators[1]] as const
