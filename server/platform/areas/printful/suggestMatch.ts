import { computeColorDistance, toLabColors } from '../colors/colorDistance.ts'

export type SuggestedMatch = { name: string; hex: string | null; distance: number | null }

/** What Printful calls a color: of some it tells no code. */
export type PrintfulColor = { name: string; hex: string | null; secondHex: string | null }
type OwnAttribute = { name: string; code: string }

/** Further apart (CIEDE2000) nobody takes one color for the other. */
const maxColorDistance = 12

const normalizeAttributeName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A size by whatever it is called: XXL and 2XL are one, and so are "One size" and OS. */
function toSizeKey(name: string): string {
  const key = normalizeAttributeName(name)
    .replace('extrasmall', 'xs')
    .replace('extralarge', 'xl')
    .replace(/small$/, 's')
    .replace(/medium$/, 'm')
    .replace(/large$/, 'l')
  const many = /^(x{2,})([sl])$/.exec(key)
  if (many) return `${many[1]?.length ?? 0}x${many[2] ?? ''}`
  return key === 'os' || key === 'onesizefitsall' ? 'onesize' : key
}

/** What a size most likely is there, by its code, and if that is none by its name. */
export function suggestSize(ours: OwnAttribute, theirs: readonly string[]): SuggestedMatch | null {
  const found =
    theirs.find((name) => toSizeKey(name) === toSizeKey(ours.code)) ??
    theirs.find((name) => toSizeKey(name) === toSizeKey(ours.name))
  return found === undefined ? null : { name: found, hex: null, distance: null }
}

/** What a color most likely is there: what is called like it, else the nearest one. */
export function suggestColor(
  ours: OwnAttribute & { hex: string; secondHex: string | null },
  theirs: readonly PrintfulColor[],
): SuggestedMatch | null {
  const look = toLabColors(ours)
  const distanceTo = ({ hex, secondHex }: PrintfulColor) =>
    hex === null ? Infinity : computeColorDistance(look, toLabColors({ hex, secondHex }))
  const told = (color: PrintfulColor, distance: number): SuggestedMatch => ({
    name: color.name,
    hex: color.hex,
    distance: Number.isFinite(distance) ? Math.round(distance * 10) / 10 : null,
  })
  const named = theirs.find(
    (color) => normalizeAttributeName(color.name) === normalizeAttributeName(ours.name),
  )
  if (named) return told(named, distanceTo(named))
  const [nearest] = theirs
    .map((color) => ({ color, distance: distanceTo(color) }))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= maxColorDistance
    ? told(nearest.color, nearest.distance)
    : null
}
