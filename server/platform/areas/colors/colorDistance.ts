import { converter, differenceCiede2000 } from 'culori'
import type { Lab65 } from 'culori'

const convertToLab = converter('lab65')
/** The platform's colors are always valid `#RRGGBB`, so the fallback is never used. */
const toLab = (hex: string): Lab65 => convertToLab(hex) ?? { mode: 'lab65', l: 0, a: 0, b: 0 }
const computeCiede2000 = differenceCiede2000()

/** A color in the form that is compared. A two-color product has both. */
export type LabColors = { first: Lab65; second: Lab65 | null }

export const toLabColors = ({
  hex,
  secondHex,
}: {
  hex: string
  secondHex: string | null
}): LabColors => ({
  first: toLab(hex),
  second: secondHex === null ? null : toLab(secondHex),
})

/**
 * Returns the CIEDE2000 distance. A two-color product is as far from another as the farther of the
 * two pairs, and infinitely far from a single color.
 */
export function computeColorDistance(one: LabColors, other: LabColors): number {
  const first = computeCiede2000(one.first, other.first)
  if (!one.second && !other.second) return first
  if (!one.second || !other.second) return Infinity
  return Math.max(first, computeCiede2000(one.second, other.second))
}
