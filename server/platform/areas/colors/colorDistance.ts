import { converter, differenceCiede2000 } from 'culori'
import type { Lab65 } from 'culori'

const converted = converter('lab65')
/** Colors of the platform are written as `#RRGGBB`, so that each is one. */
const toLab = (hex: string): Lab65 => converted(hex) ?? { mode: 'lab65', l: 0, a: 0, b: 0 }
const difference = differenceCiede2000()

/** A color as it is compared: of what is two-coloured both. */
export type Seen = { first: Lab65; second: Lab65 | null }

export const seen = ({ hex, secondHex }: { hex: string; secondHex: string | null }): Seen => ({
  first: toLab(hex),
  second: secondHex === null ? null : toLab(secondHex),
})

/** CIEDE2000. What is two-coloured is like what has both colors alike, and like nothing of one. */
export function colorDistance(one: Seen, other: Seen): number {
  const first = difference(one.first, other.first)
  if (!one.second && !other.second) return first
  if (!one.second || !other.second) return Infinity
  return Math.max(first, difference(one.second, other.second))
}
