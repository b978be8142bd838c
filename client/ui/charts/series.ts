/** The integer values of one line, or of one set of bars. */
export type Series = {
  name: string
  values: readonly number[]
  thin?: boolean | undefined
  /** The URL for each value: the list that it counts. */
  links?: readonly string[] | undefined
}

/** Returns the largest value of all series, or 1 if there is none. */
export const findMaximum = (series: readonly Series[]): number =>
  Math.max(1, ...series.flatMap(({ values }) => values))

const dashPatterns = [undefined, '6 3', '2 3'] as const
type SeriesColor = 0 | 1 | 2

/**
 * Assigns each series its color by index in the palette. A thin series has the color of the series
 * before it.
 */
export function assignSeriesColors(series: readonly Series[]): SeriesColor[] {
  let mains = -1
  return series.map(({ thin }) => {
    if (!thin) mains += 1
    return mains === 1 ? 1 : mains === 2 ? 2 : 0
  })
}

/** Returns a line's dash pattern, because lines never differ by color alone. */
export const getDashPattern = (shade: SeriesColor | undefined): string | undefined =>
  dashPatterns[shade ?? 0]

/** Creates a scale from chart values to positions: zero maps to `from`, the maximum to `to`. */
export const createLinearScale =
  (max: number, [from, to]: readonly [from: number, to: number]) =>
  (value: number): number =>
    from + (value / max) * (to - from)

const roundMultiples = [
  [Math.sqrt(2), 1],
  [3, 2],
  [Math.sqrt(50), 5],
] as const

/**
 * Returns the next round number at or above the maximum, and about `count` round numbers up to it.
 */
export function computeAxis(max: number, count: number): { most: number; values: number[] } {
  const exact = max / count
  const power = 10 ** Math.floor(Math.log10(exact))
  // The nearest of 1, 2, 5, and 10 times a power of ten, so that an axis with a count of four has
  // at most seven lines.
  const [, multiple = 10] = roundMultiples.find(([below]) => exact / power <= below) ?? []
  const step = power * multiple
  const steps = Math.ceil(max / step)
  return {
    most: steps * step,
    values: Array.from({ length: steps + 1 }, (_, index) => index * step),
  }
}
