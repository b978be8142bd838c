/** The inputs of the sort panel. Each has one column, as a URL names it: `-createdAt`. */
const sortInputPattern = /^sort\.\d$/

export const getSortInputName = (index: number): string => `sort.${index}`

/** Joins the columns that the sort panel sent into the list's parameter. */
export function joinSortInputs(submitted: URLSearchParams): URLSearchParams {
  const names = [...submitted.keys()].filter((name) => sortInputPattern.test(name)).toSorted()
  if (names.length === 0) return submitted
  const params = new URLSearchParams(submitted)
  const columns = new Map<string, string>()
  for (const name of names) {
    const column = submitted.get(name) ?? ''
    const field = column.replace(/^-/, '')
    if (column && !columns.has(field)) columns.set(field, column)
    params.delete(name)
  }
  params.set('sort', [...columns.values()].join(','))
  return params
}

export const hasSortInputs = (params: URLSearchParams): boolean =>
  [...params.keys()].some((name) => sortInputPattern.test(name))
