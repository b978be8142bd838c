/** @typedef {{ what: string, measured: string, budget: string }} Row */

/**
 * The table of all that was measured, in Markdown.
 *
 * @param {Row[]} rows
 */
export const table = (rows) =>
  [
    '| what | measured | budget or baseline |',
    '|---|---|---|',
    ...rows.map(({ what, measured, budget }) => `| ${what} | ${measured} | ${budget} |`),
  ].join('\n')

/** @param {number[]} values */
export const median = (values) => percentile(values, 50)

/**
 * The value that `percent` of the values do not exceed.
 *
 * @param {number[]} values
 * @param {number} percent
 */
export function percentile(values, percent) {
  const rank = Math.ceil((percent / 100) * values.length)
  const value = values.toSorted((a, b) => a - b)[Math.max(0, rank - 1)]
  if (value === undefined) throw new Error('Nothing was measured.')
  return value
}
