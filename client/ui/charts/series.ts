/** The whole numbers of one line, or of one set of bars. */
export type Series = {
  name: string
  values: readonly number[]
  thin?: boolean | undefined
  /** Where each value leads: the list it counts. */
  links?: readonly string[] | undefined
}

/** The greatest number of all lines, and 1 where there is none. */
export const findMaximum = (series: readonly Series[]): number =>
  Math.max(1, ...series.flatMap(({ values }) => values))

const dashPatterns = [undefined, '6 3', '2 3'] as const
type SeriesColor = 0 | 1 | 2

/** The colour of each series, by its place in the palette. */
export function assignSeriesColors(series: readonly Series[]): SeriesColor[] {
  let mains = -1
  return series.map(({ thin }) => {
    if (!thin) mains += 1
    return mains === 1 ? 1 : mains === 2 ? 2 : 0
  })
}

/** Lines differ by their dashes too: never by colour alone. */
export const getDashPattern = (shade: SeriesColor | undefined): string | undefined =>
  dashPatterns[shade ?? 0]

/** Values of a chart as places on it: `from` is where zero stands, `to` where `most` does. */
export const createLinearScale =
  (most: number, [from, to]: readonly [from: number, to: number]) =>
  (value: number): number =>
    from + (value / most) * (to - from)

const roundMultiples = [
  [Math.sqrt(2), 1],
  [3, 2],
  [Math.sqrt(50), 5],
] as const

/** The next round number at or above `most`, and the round numbers up to it, some `count` of them. */
export function computeAxis(most: number, count: number): { most: number; values: number[] } {
  const exact = most / count
  const power = 10 ** Math.floor(Math.log10(exact))
  // The nearest of 1, 2, 5 and 10 times a power of ten, so that an axis of four has seven lines at most.
  const [, times = 10] = roundMultiples.find(([below]) => exact / power <= below) ?? []
  const step = power * times
  const steps = Math.ceil(most / step)
  return { most: steps * step, values: Array.from({ length: steps + 1 }, (_, at) => at * step) }
}
