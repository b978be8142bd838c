import { chance, pick } from './random.ts'
import type { Random } from './random.ts'
import { lines, slug, words } from './words.ts'

const given = words(`
  Aisha Alejandro Amara Anneliese Ben Bjørn Carmen Chidi Chloé Daniel Dimitra Elena Emma Ewa Farah Felix Gökhan Grace
  Hannah Hiroshi Ines Ivan Jack Jasmine João Jürgen Kofi Laila Leo Lucia Łukasz Mateo Maya Mei Nadia Noah Noémie Olivia
  Omar Priya Quentin Rosa Samuel Siobhán Sofia Søren Tariq Tessa Umar Victor Wen Yara Zoë Žofie`)

const family = words(`
  Abbott Adeyemi Ångström Baker Bauer Castillo Černý Chen Costa Dubois Eriksen Fischer García Gupta Haddad Hughes Ito
  Jensen Kaplan Kowalski Larsen López Mbeki Moreau Müller Nakamura Novák Núñez O'Brien Okafor Olsen Østergaard Patel Quinn
  Rossi Schmidt Şahin Silva Sørensen Tanaka Thompson Usman Varga Walker Weber Xu Yılmaz Zhang Zieliński`)

/** Names that lay-outs meet sooner or later. */
const unusual = lines(`
  Maximiliana Theodora von Hohenfels-Westernhagen zu Lindenau
  José María de la Concepción Fernández-Villaverde y Ortiz
  佐藤 花子
  김민준
  נועה לוי
  Αικατερίνη Παπαδοπούλου
  Wolfeschlegelsteinhausenbergerdorff Adolph
  Ng
  Nguyễn Thị Phương Thảo
  Bo Ek`)

type Name = { name: string; slug: string }

const named = (name: string): Name => ({ name, slug: slug(name).replaceAll('-', '.') || 'member' })
const [givenNames, familyNames, unusualNames] = [given, family, unusual].map((names) =>
  names.map(named),
) as [Name[], Name[], Name[]] // One list each.

const mailHosts = ['example.com', 'example.org', 'example.net'] as const

/** Somebody; the number tells two of one name apart in their addresses. */
export function person(random: Random, number: number): { name: string; email: string } {
  const [first, last] = [pick(random, givenNames), pick(random, familyNames)]
  const { name, slug } = chance(random, 0.015)
    ? pick(random, unusualNames)
    : { name: `${first.name} ${last.name}`, slug: `${first.slug}.${last.slug}` }
  return { name, email: `${slug}${number}@${pick(random, mailHosts)}` }
}

/** Operators who are long gone: they stand in logs and stamps, and have no account. */
export const operators = [
  'amara.okafor@example.com',
  'felix.bauer@example.com',
  'ines.costa@example.com',
  'noah.walker@example.com',
  'yara.haddad@example.com',
] as const
