import { converter, differenceCiede2000 } from 'culori'
import type { Lab65 } from 'culori'

const convertToLab = converter('lab65')
/** Colors of the platform are written as `#RRGGBB`, so that each is one. */
const toLab = (hex: string): Lab65 => convertToLab(hex) ?? { mode: 'lab65', l: 0, a: 0, b: 0 }
const computeCiede2000 = differenceCiede2000()

/** A color as it is compared: of what is two-coloured both. */
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

/** CIEDE2000. What is two-coloured is like what has both colors alike, and like nothing of one. */
export function computeColorDistance(one: LabColors, other: LabColors): number {
  const first = computeCiede2000(one.first, other.first)
  if (!one.second && !other.second) return first
  if (!one.second || !other.second) return Infinity
  return Math.max(first, computeCiede2000(one.second, other.second))
}
