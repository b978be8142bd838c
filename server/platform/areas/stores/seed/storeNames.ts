import { chance, pick } from '#server/platform/demoData/random.ts'
import type { StorePlan } from './storePlan.ts'
import { lines, slug } from '#server/platform/demoData/words.ts'

const purposes = {
  points: lines(`Rewards
    Recognition Shop
    Years of Service
    Perks
    Safety Awards`),
  gift: lines(`Gift Shop
    Holiday Gifts
    Client Gifts
    Welcome Gifts`),
  mixed: lines(`Company Store
    Brand Shop
    Team Store
    Uniforms & More`),
  retail: lines(`Workwear
    Uniforms
    Merchandise
    Fan Shop
    Safety Gear`),
} satisfies Record<StorePlan['type'], readonly string[]>

const unnamed = ['Sandbox', 'Training', 'Showroom', 'Pilot'] as const

/** The longest code is 41 characters, of which a hyphen and five digits may be a number. */
const codeLength = 35

/** What the platform holds already, and what was given out since: names that must not come twice. */
export type Taken = Set<string>

export function storeName(
  { random, type, region }: StorePlan,
  organisation: string | null,
  taken: Taken,
): { name: string; code: string } {
  const purpose = pick(random, purposes[type])
  const plain = organisation ? `${organisation} ${purpose}` : `${pick(random, unnamed)} ${purpose}`
  const name = chance(random, 0.45) ? `${plain} ${pick(random, region.places)}` : plain
  const code = wholeWords(slug(name))
  for (let number = 1; ; number++) {
    const found = number === 1 ? code : `${code}-${number}`
    if (taken.has(found)) continue
    taken.add(found)
    return { name: number === 1 ? name : `${name} ${number}`, code: found }
  }
}

const wholeWords = (code: string) =>
  code.length <= codeLength ? code : code.slice(0, codeLength + 1).replace(/-[^-]*$/, '')
