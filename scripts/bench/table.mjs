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
