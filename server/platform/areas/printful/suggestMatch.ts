import { computeColorDistance, toLabColors } from '../colors/index.ts'

type SuggestedMatch = { name: string; hex: string | null; distance: number | null }

/** A color of Printful. Some have no color code. */
export type PrintfulColor = { name: string; hex: string | null; secondHex: string | null }
type OwnAttribute = { name: string; code: string }

/** Beyond this distance (CIEDE2000), no one confuses two colors. */
const maxColorDistance = 12

const normalizeAttributeName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Returns the same key for all names of a size: XXL and 2XL, "One size" and OS. */
function toSizeKey(name: string): string {
  const key = normalizeAttributeName(name)
    .replace('extrasmall', 'xs')
    .replace('extralarge', 'xl')
    .replace(/small$/, 's')
    .replace(/medium$/, 'm')
    .replace(/large$/, 'l')
  const repeatedX = /^(x{2,})([sl])$/.exec(key)
  if (repeatedX) return `${repeatedX[1]?.length ?? 0}x${repeatedX[2] ?? ''}`
  return key === 'os' || key === 'onesizefitsall' ? 'onesize' : key
}

/** Suggests Printful's name of a size by our code, and otherwise by our name. */
export function suggestSize(ours: OwnAttribute, theirs: readonly string[]): SuggestedMatch | null {
  const match =
    theirs.find((name) => toSizeKey(name) === toSizeKey(ours.code)) ??
    theirs.find((name) => toSizeKey(name) === toSizeKey(ours.name))
  return match === undefined ? null : { name: match, hex: null, distance: null }
}

/** Suggests Printful's name of a color: the same name, and otherwise the nearest color. */
export function suggestColor(
  ours: OwnAttribute & { hex: string; secondHex: string | null },
  theirs: readonly PrintfulColor[],
): SuggestedMatch | null {
  const ownColors = toLabColors(ours)
  const measureDistance = ({ hex, secondHex }: PrintfulColor) =>
    hex === null ? Infinity : computeColorDistance(ownColors, toLabColors({ hex, secondHex }))
  const toSuggestion = (color: PrintfulColor, distance: number): SuggestedMatch => ({
    name: color.name,
    hex: color.hex,
    distance: Number.isFinite(distance) ? Math.round(distance * 10) / 10 : null,
  })
  const sameName = theirs.find(
    (color) => normalizeAttributeName(color.name) === normalizeAttributeName(ours.name),
  )
  if (sameName) return toSuggestion(sameName, measureDistance(sameName))
  const [nearest] = theirs
    .map((color) => ({ color, distance: measureDistance(color) }))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest && nearest.distance <= maxColorDistance
    ? toSuggestion(nearest.color, nearest.distance)
    : null
}
