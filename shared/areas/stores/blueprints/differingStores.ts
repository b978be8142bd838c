/** Builds the query of the stores that differ from a blueprint, in `name` or in anything. */
export function buildDifferingStoresQuery(blueprint: number, name?: string): string {
  return new URLSearchParams([
    ['filter[blueprintId][eq]', String(blueprint)],
    name === undefined
      ? ['filter[differsFromBlueprint][eq]', '1']
      : ['filter[blueprintDifferences][has]', name],
  ]).toString()
}

/** Builds the URL of All Stores with those that differ from a blueprint. */
export const buildDifferingStoresUrl = (blueprint: number, name?: string): string =>
  `/stores?${buildDifferingStoresQuery(blueprint, name)}`
