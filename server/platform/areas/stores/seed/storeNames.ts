import { rollChance, pickRandom } from '#server/platform/demoData/random.ts'
import type { StorePlan } from '#server/platform/demoData/storePlan.ts'
import { parseLines, toSlug } from '#server/platform/demoData/text.ts'

const storePurposes = {
  points: parseLines(`Rewards
    Recognition Shop
    Service Awards
    Perks
    Safety Awards`),
  gift: parseLines(`Gift Shop
    Holiday Gifts
    Client Gifts
    Welcome Gifts`),
  mixed: parseLines(`Company Store
    Brand Shop
    Team Store
    Uniforms & More`),
  retail: parseLines(`Workwear
    Uniforms
    Merchandise
    Fan Shop
    Safety Gear`),
} satisfies Record<StorePlan['type'], readonly string[]>

const internalNames = ['Sandbox', 'Training', 'Showroom', 'Pilot'] as const

/**
 * The longest code has 41 characters, which leaves room for a hyphen and a number of five digits.
 */
const maxCodeLength = 35

/** Names that exist on the platform or were generated since, which can't be used again. */
export type UsedNames = Set<string>

export function createStoreName(
  { random, type, region }: StorePlan,
  organisation: string | null,
  usedNames: UsedNames,
): { name: string; code: string } {
  const purpose = pickRandom(random, storePurposes[type])
  const plain = organisation
    ? `${organisation} ${purpose}`
    : `${pickRandom(random, internalNames)} ${purpose}`
  const name = rollChance(random, 0.45) ? `${plain} ${pickRandom(random, region.cities)}` : plain
  const code = truncateToWords(toSlug(name))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? code : `${code}-${number}`
    if (usedNames.has(candidate)) continue
    usedNames.add(candidate)
    return { name: number === 1 ? name : `${name} ${number}`, code: candidate }
  }
}

const truncateToWords = (code: string) =>
  code.length <= maxCodeLength ? code : code.slice(0, maxCodeLength + 1).replace(/-[^-]*$/, '')
