export type Row = { title: string; result: string; budget: string }

export const formatTable = (rows: Row[]) =>
  [
    '| Benchmark | Result | Budget or baseline |',
    '|---|---|---|',
    ...rows.map(({ title, result, budget }) => `| ${title} | ${result} | ${budget} |`),
  ].join('\n')

export const median = (values: number[]) => percentile(values, 50)

/** Returns the smallest value that at least `percent` of the values don't exceed. */
export function percentile(values: number[], percent: number) {
  const rank = Math.ceil((percent / 100) * values.length)
  const value = values.toSorted((a, b) => a - b)[Math.max(0, rank - 1)]
  if (value === undefined) throw new Error('Nothing was measured.')
  return value
}
