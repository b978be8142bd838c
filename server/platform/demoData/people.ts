import { familyNames, givenNames, unusualNames } from './names.ts'
import { chance, pick } from './random.ts'
import type { Random } from './random.ts'
import { slug } from './words.ts'

type Name = { name: string; slug: string }

const named = (name: string): Name => ({ name, slug: slug(name).replaceAll('-', '.') || 'member' })
const [given, family, unusual] = [givenNames, familyNames, unusualNames].map((names) =>
  names.map(named),
) as [Name[], Name[], Name[]] // One list each.

/** Of a hundred people one has the most frequent given name, and three in four hundred the most frequent family name. */
const lean = 1.2

const mailHosts = ['example.com', 'example.org', 'example.net'] as const

export function person(random: Random, number: number): { name: string; email: string } {
  const [first, last] = [pick(random, given, lean), pick(random, family, lean)]
  const { name, slug } = chance(random, 0.015)
    ? pick(random, unusual)
    : { name: `${first.name} ${last.name}`, slug: `${first.slug}.${last.slug}` }
  return { name, email: `${slug}${number}@${pick(random, mailHosts)}` }
}

/** Operators with an account (accounts.ts). */
export const operators = [
  'amara.okafor@example.com',
  'felix.bauer@example.com',
  'ines.costa@example.com',
  'noah.walker@example.com',
  'yara.haddad@example.com',
] as const

/** Those whom logs and stamps name. Of the others one is for two stores only, one is suspended, and one has never signed in. */
export const activeOperators = [operators[0], operators[1]] as const
