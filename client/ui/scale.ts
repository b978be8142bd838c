import { nice, ticks } from 'd3-array'

/** Values of a chart as places on it: `from` is where zero stands, `to` where `most` does. */
export const linearScale =
  (most: number, [from, to]: readonly [from: number, to: number]) =>
  (value: number): number =>
    from + (value / most) * (to - from)

/** The next round number at or above `most`, and the round numbers up to it, some `count` of them. */
export function roundAxis(most: number, count: number): { most: number; values: number[] } {
  const [, round] = nice(0, most, count)
  return { most: round, values: ticks(0, round, count) }
}
